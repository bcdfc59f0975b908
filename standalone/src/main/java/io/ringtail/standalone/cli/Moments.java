package io.ringtail.standalone.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Moments as people write them: 2026-01-31, 2026-01-31T09:30, 2026-01-31T09:30:00Z; UTC where no zone is said. */
final class Moments {
    private Moments() {}

    /**
     * Reads a moment.
     *
     * @throws IllegalArgumentException if it is none, with an example
     */
    static Instant parse(String text) {
        String moment = text.strip().replace(' ', 'T');
        try {
            if (moment.indexOf('T') < 0) {
                return LocalDate.parse(moment).atStartOfDay().toInstant(ZoneOffset.UTC);
            }
            return moment.endsWith("Z") || moment.lastIndexOf('+') > 0
                    ? Instant.parse(moment)
                    : LocalDateTime.parse(moment).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "'" + text
                            + "' is no moment: write 2026-01-31, 2026-01-31T09:30 (UTC) or 2026-01-31T09:30:00+01:00",
                    e);
        }
    }
}
