package io.ringtail.collectors.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SpoolTest {
    private static final long ROOMY = 64 << 20;

    @TempDir
    private Path directory;

    @Test
    void recordsComeBackInOrderAsTheyWere() throws IOException {
        try (Spool spool = open(ROOMY)) {
            append(spool, 0, 5000);
            for (int i = 0; i < 5000; i++) {
                Backlog.Taken taken = spool.take();
                assertThat(taken.number()).isEqualTo(i);
                assertThat(taken.parcel()).usingRecursiveComparison().isEqualTo(parcel(i));
            }
            assertThat(spool.take()).isNull();
        }
    }

    @Test
    void whatWasNotResolvedIsTakenAgainByTheNextRunWithTheSameNumber() throws IOException {
        long id;
        try (Spool spool = open(ROOMY)) {
            id = spool.id();
            append(spool, 0, 10);
            take(spool, 8);
            for (long number : new long[] {0, 1, 2, 4}) {
                spool.resolved(number, number != 1);
            }
            assertThat(spool.counts()).isEqualTo(new PublishCounts(10, 3, 1));
        }
        try (Spool again = open(ROOMY)) {
            assertThat(again.id()).isEqualTo(id);
            assertThat(again.counts()).isEqualTo(new PublishCounts(10, 2, 1));
            append(again, 10, 2);
            assertThat(take(again, 12)).containsExactly(3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
        }
    }

    @Test
    void theOldestGoForTheNewestAndAreCounted() throws IOException {
        int size = SpoolEntry.encode(parcel(0), 0).length;
        try (Spool spool = open(100L * size)) {
            take(spool, 0);
            append(spool, 0, 20);
            List<Long> inFlight = take(spool, 5);
            append(spool, 20, 1000);
            PublishCounts counts = spool.counts();
            assertThat(counts.sampled()).isEqualTo(1020);
            assertThat(counts.inFlight()).isBetween(80L, 106L);
            inFlight.forEach(number -> resolve(spool, number));
            List<Long> rest = take(spool, 2000);
            assertThat(rest).isSorted().last().isEqualTo(1019L);
            rest.forEach(number -> resolve(spool, number));
            assertThat(spool.counts().inFlight()).isZero();
            assertThat(spool.counts().delivered()).isEqualTo(5 + rest.size());
        }
        assertThat(bytes()).isLessThan(101L * size);
    }

    @Test
    void aTornEndCostsOnlyItself() throws IOException {
        try (Spool spool = open(ROOMY)) {
            append(spool, 0, 10);
        }
        Path segment = segments().getFirst();
        Files.write(segment, new byte[] {0, 0, 1, 0, 5, 5, 5}, StandardOpenOption.APPEND);
        try (Spool again = open(ROOMY)) {
            append(again, 10, 1);
            assertThat(take(again, 20)).hasSize(11).last().isEqualTo(10L);
        }
    }

    @Test
    void aDamagedRecordLosesItsSegmentsRestAndItIsCounted() throws IOException {
        int size = SpoolEntry.encode(parcel(0), 0).length;
        try (Spool spool = open(8L * 10 * size)) {
            append(spool, 0, 30);
        }
        byte[] bytes = Files.readAllBytes(segments().getFirst());
        bytes[4 * size + size / 2] ^= 1;
        Files.write(segments().getFirst(), bytes);
        try (Spool again = open(ROOMY)) {
            List<Long> left = take(again, 100);
            assertThat(left)
                    .startsWith(0L, 1L, 2L, 3L)
                    .doesNotContain(4L)
                    .endsWith(29L)
                    .hasSizeGreaterThan(20);
            left.forEach(number -> resolve(again, number));
            assertThat(again.counts()).isEqualTo(new PublishCounts(30, left.size(), 30 - left.size()));
        }
    }

    @Test
    void anyRunOfFatesLeavesEverythingAccountedFor() throws IOException {
        Random random = new Random(11);
        int made = 0;
        for (int run = 0; run < 30; run++) {
            try (Spool spool = open(40_000)) {
                assertThat(spool.counts().sampled()).isEqualTo(made);
                List<Long> taken = new ArrayList<>();
                for (int step = 0; step < 200; step++) {
                    switch (random.nextInt(3)) {
                        case 0 -> append(spool, made++, 1);
                        case 1 -> taken.addAll(take(spool, random.nextInt(4)));
                        default -> {
                            if (!taken.isEmpty()) {
                                spool.resolved(taken.remove(random.nextInt(taken.size())), random.nextInt(9) > 0);
                            }
                        }
                    }
                }
                PublishCounts counts = spool.counts();
                assertThat(counts.sampled()).isEqualTo(made);
                assertThat(counts.inFlight()).isGreaterThanOrEqualTo(taken.size());
            }
        }
        try (Spool last = open(40_000)) {
            take(last, 10_000).forEach(number -> resolve(last, number));
            assertThat(last.counts().inFlight()).isZero();
        }
    }

    @Test
    void anyBytesGiveARecordOrNothing() {
        Random random = new Random(3);
        byte[] whole = SpoolEntry.encode(parcel(1), 7);
        for (int i = 0; i < 20_000; i++) {
            byte[] payload = new byte[19 + random.nextInt(whole.length)];
            random.nextBytes(payload);
            if (i % 2 == 0) {
                int most = Math.min(payload.length, whole.length - SpoolEntry.HEADER);
                System.arraycopy(whole, SpoolEntry.HEADER, payload, 0, Math.min(17 + i % 40, most));
            }
            assertThat(SpoolEntry.decode(payload, fingerprint -> Settings.getClassSchema()))
                    .isNotNull();
        }
    }

    @Test
    void aSecondAgentIsKeptOutWithWordsThatSayWhatToDo() throws IOException {
        try (Spool spool = open(ROOMY)) {
            assertThat(spool.id()).isNotZero();
            assertThatThrownBy(() -> open(ROOMY))
                    .isInstanceOf(SpoolUnavailable.class)
                    .hasMessageContaining("in use by another agent: give each its own directory");
        }
    }

    private Spool open(long limit) {
        return Spool.open(new SpoolConfig(directory, limit));
    }

    private static void append(Spool spool, int from, int count) throws IOException {
        for (int i = from; i < from + count; i++) {
            spool.append(parcel(i));
        }
    }

    private static List<Long> take(Spool spool, int atMost) throws IOException {
        List<Long> numbers = new ArrayList<>();
        while (numbers.size() < atMost) {
            Backlog.Taken taken = spool.take();
            if (taken == null) {
                break;
            }
            assertThat(taken.parcel().epochMs()).isEqualTo(taken.number());
            numbers.add(taken.number());
        }
        return numbers;
    }

    private static void resolve(Spool spool, long number) {
        try {
            spool.resolved(number, true);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.toString().endsWith(SpoolSegment.SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    private long bytes() throws IOException {
        long sum = 0;
        for (Path segment : segments()) {
            sum += Files.size(segment);
        }
        return sum;
    }

    private static Parcel parcel(int number) {
        Origin origin = new Origin("a", "", "boot", number * 1_000_000L, 1L, null, null, false);
        return new Parcels()
                .of(new Settings(
                        origin,
                        "interface:eth0",
                        ObjectKind.INTERFACE,
                        "eth0",
                        ReadTrigger.START,
                        null,
                        List.of(),
                        false));
    }
}
