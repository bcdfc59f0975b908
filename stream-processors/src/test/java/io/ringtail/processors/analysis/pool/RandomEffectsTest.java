package io.ringtail.processors.analysis.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The BCG vaccine trials (Colditz et al. 1994, JAMA 271), whose random-effects analysis is published many times: with
 * restricted maximum likelihood tau squared 0.3132, I squared 92.22 %, Q 152.23, mean log risk ratio -0.7145; with Hartung
 * and Knapp's interval a risk ratio of 0.489, 0.330 to 0.726.
 */
@Timeout(20)
class RandomEffectsTest {
    /** Vaccinated with and without tuberculosis, controls with and without. */
    private static final int[][] BCG = {
        {4, 119, 11, 128},
        {6, 300, 29, 274},
        {3, 228, 11, 209},
        {62, 13536, 248, 12619},
        {33, 5036, 47, 5761},
        {180, 1361, 372, 1079},
        {8, 2537, 10, 619},
        {505, 87886, 499, 87892},
        {29, 7470, 45, 7232},
        {17, 1699, 65, 1600},
        {186, 50448, 141, 27197},
        {5, 2493, 3, 2338},
        {27, 16886, 29, 17825}
    };

    @Test
    void vaccineTrialsGiveThePublishedPool() {
        Pooled pooled = RandomEffects.pool(trials(), 0.95);
        assertThat(pooled.effect()).isCloseTo(-0.714532, within(1e-5));
        assertThat(pooled.tauSquared()).isCloseTo(0.313243, within(1e-5));
        assertThat(pooled.standardError()).isCloseTo(0.180792, within(1e-5));
        assertThat(pooled.lower()).isCloseTo(-1.108444, within(1e-5));
        assertThat(pooled.upper()).isCloseTo(-0.320621, within(1e-5));
        assertThat(pooled.p()).isCloseTo(0.001920, within(1e-5));
        assertThat(pooled.q()).isCloseTo(152.2330, within(1e-3));
        assertThat(pooled.iSquared()).isCloseTo(0.922214, within(1e-5));
        assertThat(pooled.heterogeneous()).isTrue();
        assertThat(pooled.significant()).isTrue();
    }

    @Test
    void estimatesThatAgreeHaveNoHeterogeneityAndAnIntervalThatIsNotAbsurdlyShort() {
        List<Estimate> alike = List.of(new Estimate(0.1, 0.01), new Estimate(0.1, 0.01), new Estimate(0.1, 0.01));
        Pooled pooled = RandomEffects.pool(alike, 0.95);
        assertThat(pooled.tauSquared()).isZero();
        assertThat(pooled.heterogeneous()).isFalse();
        assertThat(pooled.standardError()).isCloseTo(Math.sqrt(0.01 / 3), within(1e-9));
    }

    @Test
    void twoEstimatesAreNotPooled() {
        List<Estimate> two = List.of(new Estimate(1, 1), new Estimate(2, 1));
        assertThatThrownBy(() -> RandomEffects.pool(two, 0.95)).hasMessageContaining("3 are needed");
    }

    private static List<Estimate> trials() {
        List<Estimate> trials = new ArrayList<>();
        for (int[] t : BCG) {
            double treated = t[0] + t[1];
            double controls = t[2] + t[3];
            trials.add(new Estimate(
                    Math.log(t[0] / treated / (t[2] / controls)),
                    1.0 / t[0] - 1 / treated + 1.0 / t[2] - 1 / controls));
        }
        return trials;
    }
}
