package io.ringtail.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class MomentsTest {
    @ParameterizedTest
    @CsvSource({
        "2026-01-31, 2026-01-31T00:00:00Z",
        "2026-01-31T09:30, 2026-01-31T09:30:00Z",
        "2026-01-31 09:30, 2026-01-31T09:30:00Z",
        "2026-01-31T09:30:15.5, 2026-01-31T09:30:15.500Z",
        "2026-01-31T09:30Z, 2026-01-31T09:30:00Z",
        "2026-01-31T09:30:00+01:00, 2026-01-31T08:30:00Z",
        "2026-01-31T09:30:00-05:00, 2026-01-31T14:30:00Z"
    })
    void aMomentIsOfUtcWhereNoZoneIsSaid(String text, Instant moment) {
        assertThat(Moments.parse(text)).isEqualTo(moment);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "", "2026-02-30", "2026-01-31T25:00", "09:30", "2026-01-31T09:30:00+99:00"})
    void whatIsNoMomentSaysHowToWriteOne(String text) {
        assertThatThrownBy(() -> Moments.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "' is no moment: write 2026-01-31");
    }

    @Test
    void secondsMayBeLeftOutBesideAZone() {
        assertThat(Moments.parse("2026-01-31T09:30+01:00")).isEqualTo(Instant.parse("2026-01-31T08:30:00Z"));
    }
}
