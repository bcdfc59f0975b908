package io.ringtail.collectors;

import io.ringtail.collectors.linux.Clocks;
import io.ringtail.collectors.publish.ClockOffset;
import io.ringtail.schemas.record.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Makes the origins of an agent's records. Immutable; the clock offset is asked for at each.
 *
 * @param host host name
 * @param netns network namespace; empty for the host's own
 * @param bootId boot id of this kernel
 * @param clock the host's clock against the cluster's, once it was measured
 */
public record Origins(String host, String netns, String bootId, Supplier<Optional<ClockOffset>> clock) {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    /** Of this kernel's boot. */
    public static Origins ofThisBoot(String host, String netns, Supplier<Optional<ClockOffset>> clock) {
        return new Origins(host, netns, bootIdOfThisKernel(), clock);
    }

    /** At a moment. */
    public Origin at(long epochNs, long monoNs) {
        Origin.Builder origin = Origin.newBuilder()
                .setHost(host)
                .setNetns(netns)
                .setBootId(bootId)
                .setEpochNs(epochNs)
                .setMonoNs(monoNs);
        clock.get().ifPresent(c -> origin.setClockOffsetNs(c.offsetNs()).setClockErrorNs(c.errorNs()));
        return origin.build();
    }

    /** Now. */
    public Origin now() {
        return at(Clocks.epochNs(), System.nanoTime());
    }

    private static String bootIdOfThisKernel() {
        try {
            return Files.readString(BOOT_ID).trim();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
