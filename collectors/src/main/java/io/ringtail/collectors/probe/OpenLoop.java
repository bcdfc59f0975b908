package io.ringtail.collectors.probe;

/** Sends on schedule, whether or not replies came, over one flow after the other. Owned by the asking thread. */
final class OpenLoop implements Loop {
    private final Sessions sessions;
    private final Flights flights;
    private final Pauses pauses;
    private final Greeter greeter;
    private final OpenSchedule schedule;
    private final long timeoutNs;
    private final Timer timer;
    private volatile boolean stopped;
    private final Tally skipped = new Tally();

    OpenLoop(ProbeSpec spec, Sessions sessions, Flights flights, Pauses pauses, Greeter greeter) {
        this.sessions = sessions;
        this.flights = flights;
        this.pauses = pauses;
        this.greeter = greeter;
        this.schedule = new OpenSchedule(System.nanoTime() + 1_000_000, spec.rate());
        this.timeoutNs = spec.timeout().toNanos();
        this.timer = new Timer(spec.spin().toNanos());
    }

    @Override
    public void run() {
        ThreadMeter meter = sessions.meter();
        long number = 0;
        while (!stopped) {
            long worth = schedule.firstWorthSending(number, System.nanoTime(), timeoutNs);
            skip(number, worth);
            sendOnTime(schedule.dueMonoNs(worth), meter);
            number = worth + 1;
        }
    }

    @Override
    public void stop() {
        stopped = true;
        timer.stop();
    }

    @Override
    public long skipped() {
        return skipped.get();
    }

    private void sendOnTime(long dueMonoNs, ThreadMeter meter) {
        long index = flights.schedule(dueMonoNs);
        long nowMonoNs = timer.waitUntil(dueMonoNs);
        if (nowMonoNs - dueMonoNs > Prober.LATE_NS) {
            pauses.add(dueMonoNs, nowMonoNs);
        }
        if (index >= 0 && !stopped && nowMonoNs - dueMonoNs <= timeoutNs) {
            sessions.of(index).request(index, dueMonoNs, meter);
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
}
