package io.ringtail.collectors.probe;

import java.util.concurrent.locks.LockSupport;

/** Sends on schedule, whether or not replies came. Owned by the asking thread. */
final class OpenLoop implements Loop {
    private final Conversation conversation;
    private final Flights flights;
    private final Pauses pauses;
    private final Greeter greeter;
    private final OpenSchedule schedule;
    private final long timeoutNs;
    private final long spinNs;
    private volatile boolean stopped;
    private final Tally skipped = new Tally();

    OpenLoop(ProbeSpec spec, Conversation conversation, Flights flights, Pauses pauses, Greeter greeter) {
        this.conversation = conversation;
        this.flights = flights;
        this.pauses = pauses;
        this.greeter = greeter;
        this.schedule = new OpenSchedule(System.nanoTime() + 1_000_000, spec.rate());
        this.timeoutNs = spec.timeout().toNanos();
        this.spinNs = spec.spin().toNanos();
    }

    @Override
    public void run() {
        long number = 0;
        while (!stopped) {
            long worth = schedule.firstWorthSending(number, System.nanoTime(), timeoutNs);
            skip(number, worth);
            sendOnTime(schedule.dueMonoNs(worth));
            number = worth + 1;
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

    private void sendOnTime(long dueMonoNs) {
        long index = flights.schedule(dueMonoNs);
        long nowMonoNs = waitUntil(dueMonoNs);
        if (nowMonoNs - dueMonoNs > Prober.LATE_NS) {
            pauses.add(dueMonoNs, nowMonoNs);
        }
        if (index >= 0 && !stopped && nowMonoNs - dueMonoNs <= timeoutNs) {
            conversation.request(index, dueMonoNs);
            greeter.greetIfDue(nowMonoNs);
        } else {
            withdraw(index);
        }
    }

    private void withdraw(long index) {
        if (index >= 0) {
            flights.withdraw(index);
        }
        skipped.count();
    }

    private void skip(long from, long to) {
        if (to > from) {
            pauses.add(schedule.dueMonoNs(from), schedule.dueMonoNs(to));
            skipped.add(to - from);
        }
    }

    private long waitUntil(long dueMonoNs) {
        long now = System.nanoTime();
        while (now < dueMonoNs && !stopped) {
            long left = dueMonoNs - now;
            if (left > spinNs) {
                LockSupport.parkNanos(left - spinNs);
            } else {
                Thread.onSpinWait();
            }
            now = System.nanoTime();
        }
        return now;
    }
}
