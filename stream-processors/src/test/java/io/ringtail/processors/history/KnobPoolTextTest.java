package io.ringtail.processors.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.processors.analysis.pool.KnobPool;
import io.ringtail.processors.analysis.pool.PairEffect;
import io.ringtail.processors.analysis.pool.PoolEpoch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KnobPoolTextTest {
    private static final String USECS = "responder.coalesce.rx-usecs";
    private static final String BUSY = "responder.busy-poll.read";

    private final List<PoolEpoch> epochs = new ArrayList<>();

    @Test
    void significantPoolsStandInSquareBrackets() {
        for (int host = 0; host < 3; host++) {
            pair("h" + host, Map.of(USECS, "0"), Map.of(USECS, "100"));
        }
        assertThat(text(0.5)).isEqualTo("""
                responder.coalesce.rx-usecs, effect on p99, everything else equal
                    0 -> 100: [+64.9 %, +28.6 .. +111.4]
                        no sign that it differs from change to change: I2 0 %, Q 0.0 (p 1.0)
                        3 changes of 3 hosts, 1,800 windows
                """);
        assertThat(text(0.1)).contains("0 -> 100: +10.5 %, -13.8 .. +41.7");
    }

    @Test
    void whatChangedTogetherCannotBeTold() {
        pair("h", Map.of(USECS, "50", BUSY, "0"), Map.of(USECS, "0", BUSY, "50"));
        assertThat(text(0.5)).isEqualTo("""
                responder.coalesce.rx-usecs, effect on p99, everything else equal
                    no change of it alone has an effect in this time
                    2026-01-01 00:01:00.000  cannot tell: responder.coalesce.rx-usecs 50 -> 0 and responder.busy-poll.read 0 -> 50 changed together
                        no epoch has responder.coalesce.rx-usecs 0 with responder.busy-poll.read still 0
                        no epoch has responder.busy-poll.read 50 with responder.coalesce.rx-usecs still 50
                """);
    }

    private String text(double effect) {
        return KnobPoolText.of(List.of(KnobPool.of(epochs, USECS, pair -> PairEffect.of(effect, 0.01, 600))));
    }

    private void pair(String host, Map<String, String> before, Map<String, String> after) {
        epochs.add(epoch(host, 0, List.of(), before));
        epochs.add(epoch(host, 1, List.of(host), after));
    }

    private static PoolEpoch epoch(String host, int minute, List<String> changes, Map<String, String> settings) {
        long fromNs = Samples.START_NS + 60L * minute * Samples.SECOND_NS;
        long toNs = fromNs + 60 * Samples.SECOND_NS;
        return new PoolEpoch(host, host + minute, "p", host, fromNs, toNs, 300, changes, settings, Set.of());
    }
}
