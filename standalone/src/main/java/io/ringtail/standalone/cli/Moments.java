package io.ringtail.standalone.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;

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
            TemporalAccessor read =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(moment, OffsetDateTime::from, LocalDateTime::from);
            return read instanceof OffsetDateTime there
                    ? there.toInstant()
                    : LocalDateTime.from(read).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "'" + text
                            + "' is no moment: write 2026-01-31, 2026-01-31T09:30 (UTC) or 2026-01-31T09:30:00+01:00",
                    e);
        }
    }
}
