package io.ringtail.standalone.simulate;

import io.ringtail.collectors.publish.Publisher;
import io.ringtail.standalone.UserError;
import io.ringtail.standalone.cli.Terminal;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;

/** Sends what a simulation tells, as fast as asked for. Owned by the thread that runs it. */
public final class SimulateRun {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long TELL_EVERY_S = 60;

    private final Simulation simulation;
    private final Publisher publisher;
    private final OptionalDouble speed;
    private final Terminal terminal;

    /**
     * Prepares a run.
     *
     * @param speed simulated seconds in a second; absent for as fast as it goes
     */
    public SimulateRun(Simulation simulation, Publisher publisher, OptionalDouble speed, Terminal terminal) {
        this.simulation = simulation;
        this.publisher = publisher;
        this.speed = speed;
        this.terminal = terminal;
    }

    /**
     * Sends all of it; how many records that were.
     *
     * @throws UserError if the brokers do not take it
     */
    public long run() {
        long startMonoNs = System.nanoTime();
        long seconds = 0;
        while (simulation.hasNext() && !Thread.currentThread().isInterrupted()) {
            long endEpochNs = simulation.nextEndEpochNs();
            simulation.next(publisher::publish);
            deliver();
            seconds++;
            if (seconds % TELL_EVERY_S == 0) {
                terminal.tell("simulated up to " + Instant.ofEpochSecond(endEpochNs / 1_000_000_000));
            }
            pace(startMonoNs, seconds);
        }
        return publisher.counts().delivered();
    }

    private void deliver() {
        if (!publisher.flush(PATIENCE) || publisher.counts().lost() > 0) {
            throw new UserError(
                    UserError.UNAVAILABLE,
                    publisher
                            .trouble()
                            .orElse("Kafka did not take " + publisher.counts().lost() + " records."));
        }
    }

    private void pace(long startMonoNs, long seconds) {
        if (speed.isPresent()) {
            long dueNs = startMonoNs + (long) (seconds * 1e9 / speed.getAsDouble());
            for (long left = dueNs - System.nanoTime(); left > 0; left = dueNs - System.nanoTime()) {
                LockSupport.parkNanos(left);
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
        }
    }
}
