package io.ringtail.collectors.probe;

/**
 * When the requests of an open loop are due: number n at start + n / rate, whatever became of the others. Immutable.
 *
 * @param startMonoNs when number 0 is due
 * @param rate requests per second
 */
record OpenSchedule(long startMonoNs, int rate) {
    private static final long SECOND_NS = 1_000_000_000;

    /** When a number is due. */
    long dueMonoNs(long number) {
        return startMonoNs + number / rate * SECOND_NS + number % rate * SECOND_NS / rate;
    }

    /** The first number that is not overdue by more than the patience: what is, would only count as lost. */
    long firstWorthSending(long number, long nowMonoNs, long patienceNs) {
        if (nowMonoNs - dueMonoNs(number) <= patienceNs) {
            return number;
        }
        long elapsed = nowMonoNs - startMonoNs;
        long due = elapsed / SECOND_NS * rate + elapsed % SECOND_NS * rate / SECOND_NS;
        return Math.max(number, due + 1);
    }
}
