package io.ringtail.processors.analysis.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class KnobPoolTest {
    private static final String USECS = "responder.coalesce.rx-usecs";
    private static final String BUSY = "responder.busy-poll.read";
    private static final long MINUTE_NS = 60_000_000_000L;

    private final List<PoolEpoch> epochs = new ArrayList<>();

    @Test
    void threeChangesOfHostsArePooledAndTheirDirectionDoesNotMatter() {
        path("a", "h1", Map.of(USECS, "0"), Map.of(USECS, "100"));
        path("b", "h2", Map.of(USECS, "100"), Map.of(USECS, "0"));
        path("c", "h3", Map.of(USECS, "0"), Map.of(USECS, "100"));
        Comparison only = pool(0.5).comparisons().getFirst();
        assertThat(only.low()).isEqualTo("0");
        assertThat(only.high()).isEqualTo("100");
        assertThat(only.pooled().effect()).isCloseTo(0.5, within(1e-9));
        assertThat(only.hosts()).isEqualTo(3);
        assertThat(only.windows()).isEqualTo(3 * 600);
    }

    @Test
    void fewerThanThreeChangesAreListedButNotPooled() {
        path("a", "h1", Map.of(USECS, "0"), Map.of(USECS, "100"));
        path("b", "h2", Map.of(USECS, "0"), Map.of(USECS, "100"));
        Comparison only = pool(0.5).comparisons().getFirst();
        assertThat(only.pooled()).isNull();
        assertThat(only.notPooled()).isEqualTo("2 changes of hosts: 3 are needed to pool");
        assertThat(only.clusters()).hasSize(2);
    }

    @Test
    void oneChangeOfAHostSeenByManyPathsIsOneEventAndPathsAddNoCertainty() {
        for (String path : List.of("a", "b", "c", "d")) {
            epoch(path, "h1", 0, List.of(), Map.of(USECS, "0"));
            epoch(path, "h1", 1, List.of("change-1"), Map.of(USECS, "100"));
        }
        Comparison only = pool(0.5).comparisons().getFirst();
        assertThat(only.clusters()).hasSize(1);
        assertThat(only.clusters().getFirst().paths()).isEqualTo(4);
        assertThat(only.clusters().getFirst().estimate().variance()).isCloseTo(0.01, within(1e-9));
        assertThat(only.pooled()).isNull();
    }

    @Test
    void eachEpochIsUsedOnce() {
        path("a", "h1", Map.of(USECS, "0"), Map.of(USECS, "100"), Map.of(USECS, "0"), Map.of(USECS, "100"));
        assertThat(pool(0.5).comparisons().getFirst().clusters()).hasSize(2);
    }

    @Test
    void theSameKnobOfBothEndsIsTwoKnobs() {
        path("a", "h1", Map.of("prober.coalesce.rx-usecs", "0"), Map.of("prober.coalesce.rx-usecs", "100"));
        assertThat(pool(0.5).comparisons()).isEmpty();
    }

    /** Case B25. */
    @Test
    void twoSettingsChangedTogetherAreConfoundedAndGiveNoEffectOfEither() {
        path("a", "h1", Map.of(USECS, "50", BUSY, "0"), Map.of(USECS, "0", BUSY, "50"));
        KnobPool pool = pool(Math.log(40.0 / 90));
        assertThat(pool.comparisons()).isEmpty();
        Confounded only = pool.confounded().getFirst();
        assertThat(only.pair().others()).extracting(Difference::name).containsExactly(BUSY);
        assertThat(only.separators())
                .containsExactly(
                        "no epoch has " + USECS + " 0 with " + BUSY + " still 0",
                        "no epoch has " + BUSY + " 50 with " + USECS + " still 50");
    }

    @Test
    void whatSeparatesAConfoundedPairIsNotAskedForOnceItWasSeen() {
        path("a", "h1", Map.of(USECS, "50", BUSY, "0"), Map.of(USECS, "0", BUSY, "50"), Map.of(USECS, "0", BUSY, "0"));
        assertThat(pool(0.1).confounded().getFirst().separators())
                .containsExactly("no epoch has " + BUSY + " 50 with " + USECS + " still 50");
    }

    @Test
    void aSettingKnownOnOneSideOnlyKeepsAPairOutOfThePool() {
        epoch("a", "h1", 0, List.of(), Map.of(USECS, "0"));
        PoolEpoch after = epoch("a", "h1", 1, List.of("x"), Map.of(USECS, "100", BUSY, "0"));
        epochs.set(0, withUnknown(epochs.getFirst(), Set.of(BUSY)));
        assertThat(after.unknown()).isEmpty();
        KnobPool pool = pool(0.5);
        assertThat(pool.comparisons()).isEmpty();
        assertThat(pool.confounded().getFirst().separators()).containsExactly(BUSY + " was known on one side only");
    }

    @Test
    void adaptiveFlagAndLevelsAreOneKnob() {
        String flag = "responder.coalesce.adaptive-rx";
        path("a", "h1", Map.of(USECS, "100", flag, "off"), Map.of(USECS, "adaptive", flag, "on"));
        KnobPool pool = pool(0.5);
        assertThat(pool.confounded()).isEmpty();
        assertThat(pool.comparisons().getFirst().high()).isEqualTo("adaptive");
        assertThat(KnobPool.of(epochs, flag, pair -> PairEffect.of(0.1, 0.01, 600))
                        .comparisons())
                .hasSize(1);
    }

    @Test
    void anEpochOfTooFewWindowsIsPassedOverAndTheChangesAroundItAreOne() {
        epoch("a", "h1", 0, List.of(), Map.of(USECS, "0", BUSY, "0"));
        PoolEpoch brief = epoch("a", "h1", 1, List.of("x"), Map.of(USECS, "100", BUSY, "0"));
        epochs.set(1, withWindows(brief, 29));
        epoch("a", "h1", 2, List.of("y"), Map.of(USECS, "100", BUSY, "50"));
        KnobPool pool = pool(0.5);
        assertThat(pool.comparisons()).isEmpty();
        assertThat(pool.confounded().getFirst().pair().changeIds()).containsExactly("x", "y");
    }

    @Test
    void epochsFarApartAreNoNeighbours() {
        epoch("a", "h1", 0, List.of(), Map.of(USECS, "0"));
        epoch("a", "h1", 40, List.of("x"), Map.of(USECS, "100"));
        assertThat(pool(0.5).comparisons()).isEmpty();
    }

    /** The interaction of busy polling and coalescing: opposite signs. */
    @Test
    void differentEffectsAreSplitByTheSettingThatExplainsThem() {
        for (int i = 0; i < 4; i++) {
            path("p" + i, "h" + i, Map.of(USECS, "0", BUSY, "0"), Map.of(USECS, "100", BUSY, "0"));
            path("q" + i, "g" + i, Map.of(USECS, "0", BUSY, "50"), Map.of(USECS, "100", BUSY, "50"));
        }
        KnobPool pool = KnobPool.of(
                epochs,
                USECS,
                pair -> PairEffect.of("50".equals(pair.before().settings().get(BUSY)) ? -0.2 : 0.7, 0.001, 600));
        Comparison only = pool.comparisons().getFirst();
        assertThat(only.pooled().heterogeneous()).isTrue();
        assertThat(only.split().setting()).isEqualTo(BUSY);
        assertThat(only.split().explained()).isCloseTo(1, within(0.01));
        assertThat(only.split().strata()).extracting(Split.Stratum::value).containsExactly("0", "50");
        assertThat(only.split().strata().getFirst().pooled().lower()).isPositive();
        assertThat(only.split().strata().getLast().pooled().upper()).isNegative();
    }

    @Test
    void aPairWithoutAnEstimateIsLeftOutWithItsReason() {
        path("a", "h1", Map.of(USECS, "0"), Map.of(USECS, "100"));
        KnobPool pool = KnobPool.of(epochs, USECS, pair -> PairEffect.absent("fewer than 30 windows"));
        assertThat(pool.comparisons().getFirst().leftOut()).containsExactly("a-1: fewer than 30 windows");
        assertThat(pool.comparisons().getFirst().clusters()).isEmpty();
    }

    private KnobPool pool(double upward) {
        return KnobPool.of(epochs, USECS, pair -> PairEffect.of(pair.downward() ? -upward : upward, 0.01, 600));
    }

    @SafeVarargs
    private void path(String path, String host, Map<String, String>... settings) {
        for (int i = 0; i < settings.length; i++) {
            epoch(path, host, i, i == 0 ? List.of() : List.of(host + "-change-" + i), settings[i]);
        }
    }

    private PoolEpoch epoch(String path, String host, int minutes, List<String> changes, Map<String, String> settings) {
        PoolEpoch epoch = new PoolEpoch(
                path,
                path + "-" + minutes,
                "prober-of-" + host,
                host,
                minutes * MINUTE_NS,
                (minutes + 1) * MINUTE_NS,
                300,
                changes,
                new TreeMap<>(settings),
                Set.of());
        epochs.add(epoch);
        return epoch;
    }

    private static PoolEpoch withUnknown(PoolEpoch e, Set<String> unknown) {
        return new PoolEpoch(
                e.pathId(),
                e.epochId(),
                e.proberHost(),
                e.responderHost(),
                e.fromEpochNs(),
                e.toEpochNs(),
                e.windows(),
                e.changeIds(),
                e.settings(),
                unknown);
    }

    private static PoolEpoch withWindows(PoolEpoch e, long windows) {
        return new PoolEpoch(
                e.pathId(),
                e.epochId(),
                e.proberHost(),
                e.responderHost(),
                e.fromEpochNs(),
                e.toEpochNs(),
                windows,
                e.changeIds(),
                e.settings(),
                e.unknown());
    }
}
