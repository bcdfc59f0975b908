package io.ringtail.processors.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ringtail.processors.analysis.stats.RatioBootstrap.Ratio;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against published values, or values computed independently with numpy from the sources named. */
@Timeout(60)
class StatisticsTest {
    private static final double ONE_IN_A_THOUSAND = 1e-3;

    /**
     * A port of the R function b.star (package np), which is the authors' reference, to numpy 2.4:
     *
     * <pre>
     * def b_star(x):
     *     n=len(x); kn=max(5,ceil(sqrt(log10(n)))); mmax=ceil(sqrt(n))+kn
     *     xc=x-x.mean(); acov=correlate(xc,xc,'full')[n-1:]/n; rho=acov[1:mmax+1]/acov[0]
     *     ins=abs(rho)&lt;2*sqrt(log10(n)/n)
     *     mhat=first j with ins[j-1:j-1+kn] all true, else the last significant lag
     *     M=min(2*mhat,mmax); k=arange(-M,M+1); s=abs(k)/M; lam=where(s&lt;0.5,1,2*(1-s)); R=acov[abs(k)]
     *     G=(lam*abs(k)*R).sum(); D=4/3*(lam*R).sum()**2
     *     return min((2*G*G/D)**(1/3)*n**(1/3),ceil(min(3*sqrt(n),n/3)))
     * </pre>
     */
    @ParameterizedTest
    @CsvSource({
        "600, 0.0, 1, 2.739225257649873",
        "600, 0.5, 2, 9.7114363359278",
        "600, 0.9, 3, 35.01931696313903",
        "120, 0.6, 4, 4.496541787798993",
        "30, 0.3, 5, 1.5183259227207162"
    })
    void theBlockLengthIsThatOfTheReferenceImplementation(int n, double rho, long seed, double expected) {
        assertThat(BlockLength.optimal(autoregressive(n, rho, seed))).isCloseTo(expected, within(1e-9));
    }

    @Test
    void aConstantOrVeryShortSeriesHasBlocksOfOne() {
        assertThat(BlockLength.of(new double[100])).isEqualTo(1);
        assertThat(BlockLength.of(new double[] {1, 2, 3})).isEqualTo(1);
    }

    @Test
    void autocovariancesHaveTheDivisorN() {
        assertThat(Autocovariance.of(new double[] {1, 2, 3, 4}, 2)).containsExactly(1.25, 0.3125, -0.375);
    }

    /** Worked example of five p-values; R: p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.6), "holm"). */
    @Test
    void holmAdjustsAsR() {
        double[] adjusted = Holm.adjusted(0.01, 0.04, 0.03, 0.005, 0.6);
        double[] expected = {0.04, 0.09, 0.09, 0.025, 0.6};
        for (int i = 0; i < expected.length; i++) {
            assertThat(adjusted[i]).isCloseTo(expected[i], within(1e-12));
        }
        assertThat(Holm.adjusted()).isEmpty();
    }

    /**
     * D. M. Reboussin, D. L. DeMets, K. Kim, K. K. G. Lan, "Computations for group sequential boundaries using the
     * Lan-DeMets spending function method", Controlled Clinical Trials 21 (2000): five equally spaced looks.
     */
    @Test
    void boundariesAreThePublishedOnes() {
        AlphaSpending spending = AlphaSpending.oBrienFleming(0.05, 0.2, 0.4, 0.6, 0.8, 1);
        double[] published = {4.8769, 3.3569, 2.6803, 2.2898, 2.0310};
        for (int look = 0; look < published.length; look++) {
            assertThat(spending.boundary(look)).isCloseTo(published[look], within(ONE_IN_A_THOUSAND));
        }
    }

    @Test
    void allOfTheLevelIsSpentAtTheLastLook() {
        assertThat(AlphaSpending.spent(0.05, 1)).isCloseTo(0.05, within(1e-12));
        assertThat(AlphaSpending.oBrienFleming(0.05, 1).level(0)).isCloseTo(0.05, within(1e-12));
    }

    @Test
    void theFirstOfManyLooksNeedsOverwhelmingEvidence() {
        AlphaSpending spending = AlphaSpending.oBrienFleming(0.05, 0.05, 0.1, 0.2, 0.5, 1);
        assertThat(spending.level(0)).isLessThan(1e-17);
        assertThat(spending.level(3)).isCloseTo(0.00305, within(1e-5));
        assertThat(spending.level(4)).isBetween(0.04, 0.05);
    }

    @Test
    void blocksKeepNeighboursTogether() {
        int[] elements = new int[12];
        new MovingBlocks(12, 4, 7).next(elements);
        for (int i = 0; i < elements.length; i++) {
            assertThat(elements[i]).isBetween(0, 11);
            if (i % 4 != 0) {
                assertThat(elements[i]).isEqualTo(elements[i - 1] + 1);
            }
        }
    }

    @Test
    void oneSeedGivesOneSequence() {
        int[] first = new int[20];
        int[] second = new int[20];
        new MovingBlocks(20, 3, 42).next(first);
        new MovingBlocks(20, 3, 42).next(second);
        assertThat(first).isEqualTo(second);
    }

    @Test
    void blocksLongerThanTheSeriesAreRefused() {
        assertThatThrownBy(() -> new MovingBlocks(3, 4, 1)).hasMessageContaining("no blocks of 4 in 3");
    }

    /** White noise: the standard error of a mean is s / sqrt n. */
    @Test
    void theStandardErrorOfAMeanOfWhiteNoiseIsTheTextbooks() {
        double[] noise = autoregressive(600, 0, 11);
        double expected = Math.sqrt(Autocovariance.of(noise, 0)[0] / 600);
        assertThat(standardError(noise, 1)).isCloseTo(expected, within(0.06 * expected));
    }

    /** AR(1): the long-run variance is s^2 (1 + rho) / (1 - rho); P. Brockwell, R. Davis, Time Series, section 7.1. */
    @Test
    void blocksFindTheStandardErrorOfACorrelatedMean() {
        double rho = 0.5;
        double[] noise = autoregressive(6_000, rho, 12);
        double expected = Math.sqrt(Autocovariance.of(noise, 0)[0] * (1 + rho) / (1 - rho) / 6_000);
        assertThat(standardError(noise, BlockLength.of(noise))).isCloseTo(expected, within(0.12 * expected));
        assertThat(standardError(noise, 1)).isLessThan(0.7 * expected);
    }

    private static double standardError(double[] values, int blockLength) {
        double[] ones = new double[values.length];
        Arrays.fill(ones, 1);
        return RatioBootstrap.standardErrors(new Ratio[] {new Ratio(values, ones)}, blockLength, 1_000, 1)[0];
    }

    /** Noise by the linear congruential generator of the C standard's example, easily repeated elsewhere. */
    static double[] autoregressive(int n, double rho, long seed) {
        double[] series = new double[n];
        long state = seed;
        double value = 0;
        for (int i = 0; i < n; i++) {
            state = (state * 1_103_515_245L + 12_345) % 2_147_483_648L;
            value = rho * value + state / 2_147_483_648.0 - 0.5;
            series[i] = value;
        }
        return series;
    }
}
