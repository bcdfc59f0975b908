package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HistoryTextTest {
    private static final long AT_NS = Samples.START_NS + 5 * Samples.SECOND_NS + 123_456_789;

    private static Report report() {
        PathReport path = ReportSamples.path("a:eth0 > b:eth1 udp_rr 40/40 1000/s", null);
        TimeRange range = new TimeRange(Samples.START_NS, Samples.START_NS + 900 * Samples.SECOND_NS);
        return new Report(range, List.of(path), new Bounded<>(List.of(Samples.changeEntry("c1", AT_NS)), false));
    }

    @Test
    void cutListSaysSo() {
        assertThat(ChangesText.of(new Bounded<>(List.of(Samples.changeEntry("c1", AT_NS)), true)))
                .endsWith("more changes follow: choose a shorter time\n");
    }

    @Test
    void jsonHasAbsencesAndUnits() throws IOException {
        JsonNode json = new ObjectMapper().readTree(HistoryJson.of(report()));
        JsonNode path = json.at("/paths/0");
        assertThat(path.get("responderBusyNsPerTx").isNull()).isTrue();
        assertThat(path.at("/percentiles/2/valueNs").isNull()).isTrue();
        assertThat(path.at("/percentiles/2/absence").asText()).startsWith("fewer than");
        assertThat(json.at("/changes/rows/0/knobs/0/newValue").asText()).isEqualTo("100");
        assertThat(json.at("/range/toEpochNs").asLong()
                        - json.at("/range/fromEpochNs").asLong())
                .isEqualTo(900 * Samples.SECOND_NS);
    }
}
