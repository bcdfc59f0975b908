package io.ringtail.collectors.probe;

import java.util.concurrent.locks.LockSupport;

/** Sends the next request when the reply came, or was given up. Owned by the asking thread, which also receives. */
final class ClosedLoop implements Loop {
    private static final long BACK_OFF_NS = 1_000_000;

    private final Conversation conversation;
    private final Flights flights;
    private final Greeter greeter;
    private final long timeoutNs;
    private volatile boolean stopped;
    private final Tally skipped = new Tally();

    ClosedLoop(ProbeSpec spec, Conversation conversation, Flights flights, Greeter greeter) {
        this.conversation = conversation;
        this.flights = flights;
        this.greeter = greeter;
        this.timeoutNs = spec.timeout().toNanos();
    }

    @Override
    public void run() {
        while (!stopped) {
            long startMonoNs = System.nanoTime();
            long index = flights.schedule(startMonoNs);
            if (index < 0) {
                skipped.count();
                LockSupport.parkNanos(BACK_OFF_NS);
            } else {
                conversation.request(index, startMonoNs);
                awaitAnswer(index, startMonoNs);
                greeter.greetIfDue(startMonoNs);
            }
        }
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public long skipped() {
        return skipped.get();
    }

    private void awaitAnswer(long index, long startMonoNs) {
        while (conversation.receive() != index) {
            if (stopped || System.nanoTime() - startMonoNs >= timeoutNs) {
                return;
            }
        }
    }
}
