package io.ringtail.collectors.probe;

import io.ringtail.collectors.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends the next request of a session when the reply came, or was given up. The asking thread has the first session; each
 * further one has a thread of its own, so that each waits in the kernel as a single one would.
 */
final class ClosedLoop implements Loop {
    private static final long BACK_OFF_NS = 1_000_000;
    private static final Duration JOIN = Duration.ofSeconds(1);

    private final ProbeSpec spec;
    private final Sessions sessions;
    private final Flights flights;
    private final Greeter greeter;
    private final long timeoutNs;
    private volatile boolean stopped;
    private final Tally skipped = new Tally(); // guarded by flights

    ClosedLoop(ProbeSpec spec, Sessions sessions, Flights flights, Greeter greeter) {
        this.spec = spec;
        this.sessions = sessions;
        this.flights = flights;
        this.greeter = greeter;
        this.timeoutNs = spec.timeout().toNanos();
    }

    @Override
    public void run() {
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < sessions.count(); i++) {
            Conversation conversation = sessions.get(i);
            others.add(Thread.ofPlatform()
                    .daemon()
                    .name("probe-" + spec.name() + "-session-" + i)
                    .start(() -> {
                        spec.placement().apply();
                        run(conversation, false);
                    }));
        }
        run(sessions.get(0), true);
        others.forEach(thread -> Threads.join(thread, JOIN));
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public long skipped() {
        return skipped.get();
    }

    private void run(Conversation conversation, boolean greets) {
        ThreadMeter meter = sessions.meter();
        while (!stopped) {
            long startMonoNs;
            long index;
            synchronized (flights) {
                startMonoNs = System.nanoTime();
                index = flights.schedule(startMonoNs);
                if (index < 0) {
                    skipped.count();
                }
            }
            if (index < 0) {
                LockSupport.parkNanos(BACK_OFF_NS);
                continue;
            }
            conversation.request(index, startMonoNs, meter);
            awaitAnswer(conversation, index, startMonoNs, meter);
            if (greets) {
                greeter.greetIfDue(startMonoNs);
            }
        }
    }

    private void awaitAnswer(Conversation conversation, long index, long startMonoNs, ThreadMeter meter) {
        while (conversation.receive(meter) != index) {
            if (stopped || System.nanoTime() - startMonoNs >= timeoutNs) {
                return;
            }
        }
    }
}
