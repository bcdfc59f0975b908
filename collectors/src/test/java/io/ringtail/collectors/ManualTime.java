package io.ringtail.collectors;

/** A clock that a test turns. */
public final class ManualTime implements Time {
    private long epochNs;
    private long monoNs = 1_000_000_000L;

    public ManualTime(long epochNs) {
        this.epochNs = epochNs;
    }

    /** Both clocks go on. */
    public synchronized void advance(long ns) {
        epochNs += ns;
        monoNs += ns;
    }

    /** Somebody sets the wall clock. */
    public synchronized void stepWall(long ns) {
        epochNs += ns;
    }

    @Override
    public synchronized long epochNs() {
        return epochNs;
    }

    @Override
    public synchronized long monoNs() {
        return monoNs;
    }

    @Override
    public void parkNs(long ns) {
        Thread.onSpinWait();
    }
}
