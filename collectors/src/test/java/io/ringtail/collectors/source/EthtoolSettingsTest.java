package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EthtoolSettingsTest {
    /** Case B3. */
    @Test
    void an_adaptive_direction_has_no_fixed_values_and_the_other_keeps_its_own() {
        Map<String, Long> numbers = Map.of(
                "adaptive-rx",
                1L,
                "rx-usecs",
                64L,
                "rx-frames",
                32L,
                "adaptive-tx",
                0L,
                "tx-usecs",
                8L,
                "tx-frames",
                16L);
        assertThat(EthtoolSettings.coalesce(numbers))
                .isEqualTo(Map.of(
                        "adaptive-rx", "on",
                        "rx-usecs", "adaptive",
                        "rx-frames", "adaptive",
                        "adaptive-tx", "off",
                        "tx-usecs", "8",
                        "tx-frames", "16"));
    }

    @Test
    void an_adaptive_direction_gets_no_values_that_the_driver_does_not_have() {
        assertThat(EthtoolSettings.coalesce(Map.of("adaptive-rx", 1L, "rx-usecs", 8L)))
                .containsOnlyKeys("adaptive-rx", "rx-usecs");
    }

    @Test
    void flags_are_words_and_numbers_are_unsigned() {
        assertThat(EthtoolSettings.values(
                        Map.of("tx-push", 1L, "rx-push", 0L, "tcp-data-split", 1L, "rx", 512L, "hds-thresh", -1L)))
                .isEqualTo(Map.of(
                        "tx-push", "on",
                        "rx-push", "off",
                        "tcp-data-split", "off",
                        "rx", "512",
                        "hds-thresh", "18446744073709551615"));
    }
}
