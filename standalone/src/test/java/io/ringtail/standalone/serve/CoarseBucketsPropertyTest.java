package io.ringtail.standalone.serve;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class CoarseBucketsPropertyTest {
    @Property(tries = 500, seed = "42")
    void aValueLiesWithinItsCoarseBucket(@ForAll @LongRange(min = 1, max = 1L << 36) long valueNs) {
        int index = WindowJson.coarse(valueNs);

        assertThat(lowest(index)).isLessThanOrEqualTo((double) valueNs);
        assertThat(lowest(index + 1)).isGreaterThan((double) valueNs);
    }

    /** As the page computes it. */
    private static double lowest(int index) {
        return Math.pow(2, index >> 4) * (1 + (index & 15) / 16.0);
    }
}
