package io.ringtail.collectors.publish;

import java.util.ArrayDeque;
import java.util.Deque;

/** A backlog in memory only: what is not delivered at the end is lost. */
final class MemoryBacklog implements Backlog {
    private final Deque<Taken> waiting = new ArrayDeque<>();
    private final long limit;
    private long bytes;
    private long sampled;
    private long delivered;
    private long lost;
    private boolean closed;

    MemoryBacklog(long limitBytes) {
        this.limit = limitBytes;
    }

    @Override
    public synchronized void add(Parcel parcel) {
        Taken newest = new Taken(sampled++, parcel);
        if (closed) {
            lost++;
            return;
        }
        waiting.addLast(newest);
        bytes += parcel.weight();
        while (bytes > limit && waiting.size() > 1) {
            poll();
            lost++;
        }
        notifyAll();
    }

    @Override
    public synchronized void unusable() {
        sampled++;
        lost++;
    }

    @Override
    public synchronized Taken take(long atMostMs) throws InterruptedException {
        long deadline = System.nanoTime() + atMostMs * 1_000_000;
        while (waiting.isEmpty()) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return null;
            }
            wait(left);
        }
        return poll();
    }

    @Override
    public synchronized void resolved(long number, boolean wasDelivered) {
        if (wasDelivered) {
            delivered++;
        } else {
            lost++;
        }
    }

    @Override
    public synchronized PublishCounts counts() {
        return new PublishCounts(sampled, delivered, lost);
    }

    @Override
    public boolean isKept() {
        return false;
    }

    /** After this nothing can be acknowledged any more. */
    @Override
    public synchronized void close() {
        closed = true;
        waiting.clear();
        lost = sampled - delivered;
    }

    private Taken poll() {
        Taken oldest = waiting.removeFirst();
        bytes -= oldest.parcel().weight();
        return oldest;
    }
}
