package io.ringtail.standalone.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.Percentile;
import io.ringtail.schemas.record.Segment;
import io.ringtail.schemas.record.Window;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WindowJsonTest {
    private static final Path PATH = Synthetic.path("a", "eth0", "b", "veth1");

    private final Synthetic synthetic = new Synthetic(false);

    @Test
    void theHeatMapsCountsSumToTheRoundTrips() {
        Window window = synthetic.window(PATH, 1000, 24_000, 9, 3);
        ObjectNode node = WindowJson.window(window, new TrailingTail().of(window));
        long sum = 0;
        for (int i = 1; i < node.path("h").size(); i += 2) {
            sum += node.path("h").path(i).asLong();
        }

        assertThat(sum).isEqualTo(window.getReceived());
    }

    @Test
    void segmentsAreMeansThatAddUp() {
        Window window = synthetic.window(PATH, 1000, 24_000, 9, 0);
        ObjectNode segments = (ObjectNode)
                WindowJson.window(window, new TrailingTail().of(window)).get("seg");
        double sum = 0;
        for (Segment segment : Segment.values()) {
            sum += segments.path(segment.name()).asDouble(Double.NaN);
        }

        assertThat(segments.path("n").asLong()).isEqualTo(10);
        assertThat(sum).isEqualTo(24_000);
        window.setSegments(null);
        assertThat(WindowJson.window(window, new TrailingTail().of(window)).has("seg"))
                .isFalse();
    }

    @Test
    void anAbsentPercentileHasAReasonAndNoValue() {
        Window window = synthetic.window(PATH, 1000, 24_000, 9, 200);
        ObjectNode node = WindowJson.window(window, new TrailingTail().of(window));

        assertThat(node.path("q").has("99")).isFalse();
        assertThat(node.path("absent").path("99").asText()).contains("lost");
        assertThat(node.has("tail")).isFalse();
        assertThat(node.path("tailAbsent").asText()).isNotEmpty();
    }

    @Test
    void theTailOfSeveralSecondsIsThatOfTheirMergedHistograms() {
        TrailingTail tail = new TrailingTail();
        SparseHistogram merged = new SparseHistogram();
        Percentile last = null;
        for (int i = 0; i < TrailingTail.WINDOWS + 5; i++) {
            Window window = synthetic.window(PATH, i * 1000L, 24_000, 9, 0);
            last = tail.of(window);
            if (i >= 5) {
                merged.merge(SparseHistogram.of(
                        window.getBucketIndices(),
                        window.getBucketCounts(),
                        OptionalLong.of(window.getMinNs()),
                        OptionalLong.of(window.getMaxNs()),
                        0));
            }
        }

        assertThat(last.getValueNs())
                .isEqualTo(Percentiles.valueNs(merged, 9_990).getAsLong());
    }

    @Test
    void aPathOverLoopbackSaysSo() {
        Window window = synthetic.window(Synthetic.path("a", "lo", "a", "lo"), 0, 1000, 1, 0);

        assertThat(WindowJson.path(window).path("loopback").asBoolean()).isTrue();
        assertThat(WindowJson.path(synthetic.window(PATH, 0, 1000, 1, 0))
                        .path("loopback")
                        .asBoolean())
                .isFalse();
    }
}
