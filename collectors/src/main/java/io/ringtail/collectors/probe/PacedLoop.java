package io.ringtail.collectors.probe;

/**
 * Sends on schedule, but never before the reply to the request before it came or was given up: what was due meanwhile is
 * not sent at all. So a stall shows in one sample only, which is what HdrHistogram's correction for coordinated omission
 * is for; the omitted sends are counted as skipped. Owned by the asking thread, which also receives.
 */
final class PacedLoop implements Loop {
    private final Sessions sessions;
    private final Flights flights;
    private final Pauses pauses;
    private final Greeter greeter;
    private final OpenSchedule schedule;
    private final Timer timer;
    private final long timeoutNs;
    private volatile boolean stopped;
    private final Tally skipped = new Tally();

    PacedLoop(ProbeSpec spec, Sessions sessions, Flights flights, Pauses pauses, Greeter greeter) {
        this.sessions = sessions;
        this.flights = flights;
        this.pauses = pauses;
        this.greeter = greeter;
        this.schedule = new OpenSchedule(System.nanoTime() + 1_000_000, spec.rate());
        this.timer = new Timer(spec.spin().toNanos());
        this.timeoutNs = spec.timeout().toNanos();
    }

    @Override
    public void run() {
        ThreadMeter meter = sessions.meter();
        long number = 0;
        while (!stopped) {
            long next = schedule.firstWorthSending(number, System.nanoTime(), 0);
            skipped.add(next - number);
            number = next + 1;
            sendOnTime(schedule.dueMonoNs(next), meter);
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
        if (index < 0 || stopped) {
            withdraw(index);
            return;
        }
        Conversation conversation = sessions.get(0);
        conversation.request(index, dueMonoNs, meter);
        while (conversation.receive(meter) != index) {
            if (stopped || System.nanoTime() - dueMonoNs >= timeoutNs) {
                break;
            }
        }
        greeter.greetIfDue(nowMonoNs);
    }

    private void withdraw(long index) {
        if (index >= 0) {
            flights.withdraw(index);
        }
        skipped.count();
    }
}
