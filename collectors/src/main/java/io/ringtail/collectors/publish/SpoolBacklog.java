package io.ringtail.collectors.publish;

import io.ringtail.collectors.Threads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A backlog on disk: every record stands in the spool before it is sent, so that neither the broker's absence nor the
 * agent's end loses it. A thread of its own writes; who adds never waits for the disk.
 */
final class SpoolBacklog implements Backlog {
    private static final Logger LOG = LoggerFactory.getLogger(SpoolBacklog.class);
    private static final Duration JOIN = Duration.ofSeconds(2);

    private final Deque<Parcel> incoming = new ArrayDeque<>(); // guarded by itself
    private final long incomingLimit;
    private long incomingBytes; // guarded by incoming
    private long unwritten; // guarded by incoming: made, and lost before they got a number
    private boolean writing; // guarded by incoming: one is on its way into the spool
    private boolean stopped; // guarded by incoming
    private final Spool spool; // guarded by itself
    private boolean closed; // guarded by spool
    private final Thread journal;
    private volatile String trouble;

    /** Over an open spool, which it closes; so much may wait for the disk. */
    SpoolBacklog(Spool spool, long incomingLimitBytes) {
        this.spool = spool;
        this.incomingLimit = incomingLimitBytes;
        this.journal = Thread.ofPlatform().daemon().name("publisher-spool").start(this::write);
    }

    /** The spool's id, by which records of one spool are told from another's. */
    long id() {
        return spool.id();
    }

    @Override
    public void add(Parcel parcel) {
        synchronized (incoming) {
            if (stopped) {
                unwritten++;
                return;
            }
            incoming.addLast(parcel);
            incomingBytes += parcel.weight();
            while (incomingBytes > incomingLimit && incoming.size() > 1) {
                incomingBytes -= incoming.removeFirst().weight();
                unwritten++;
            }
            incoming.notifyAll();
        }
    }

    @Override
    public void unusable() {
        synchronized (incoming) {
            unwritten++;
        }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // an early return is as good as a late one: the caller asks again
    public Taken take(long atMostMs) throws InterruptedException {
        synchronized (spool) {
            Taken oldest = takeNow();
            if (oldest == null && !closed) {
                spool.wait(atMostMs);
                oldest = takeNow();
            }
            return oldest;
        }
    }

    @Override
    public void resolved(long number, boolean delivered) {
        synchronized (spool) {
            try {
                if (!closed) {
                    spool.resolved(number, delivered);
                }
            } catch (IOException e) {
                failed(e);
            }
        }
    }

    /** What moves on meanwhile counts twice as made, and so as in flight, never as gone. */
    @Override
    public PublishCounts counts() {
        long waiting;
        long gone;
        synchronized (incoming) {
            waiting = (long) incoming.size() + (writing ? 1 : 0);
            gone = unwritten;
        }
        synchronized (spool) {
            PublishCounts kept = spool.counts();
            return new PublishCounts(kept.sampled() + waiting + gone, kept.delivered(), kept.lost() + gone);
        }
    }

    @Override
    public boolean isKept() {
        return true;
    }

    @Override
    public String trouble() {
        return trouble;
    }

    @Override
    public void close() {
        synchronized (incoming) {
            stopped = true;
            incoming.notifyAll();
        }
        if (!Threads.join(journal, JOIN)) {
            LOG.warn("the spool's disk did not take all records in time");
        }
        synchronized (spool) {
            closed = true;
            spool.notifyAll();
            try {
                spool.close();
            } catch (IOException e) {
                failed(e);
            }
        }
    }

    private Taken takeNow() {
        try {
            return closed ? null : spool.take();
        } catch (IOException e) {
            failed(e);
            return null;
        }
    }

    // The journal's thread.

    private void write() {
        try {
            for (Parcel parcel = oldestIncoming(); parcel != null; parcel = oldestIncoming()) {
                write(parcel);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for one; null when there will be none any more. */
    private Parcel oldestIncoming() throws InterruptedException {
        synchronized (incoming) {
            while (incoming.isEmpty() && !stopped) {
                incoming.wait();
            }
            Parcel oldest = incoming.pollFirst();
            writing = oldest != null;
            incomingBytes -= writing ? oldest.weight() : 0;
            return oldest;
        }
    }

    private void write(Parcel parcel) {
        boolean written = append(parcel);
        synchronized (incoming) {
            writing = false;
            unwritten += written ? 0 : 1;
        }
    }

    private boolean append(Parcel parcel) {
        synchronized (spool) {
            try {
                spool.append(parcel);
                trouble = null;
                return true;
            } catch (IOException e) {
                failed(e);
                return false;
            } finally {
                spool.notifyAll();
            }
        }
    }

    private void failed(IOException e) {
        if (trouble == null) {
            LOG.warn("the spool fails, records may be lost and are counted: {}", e.toString());
        }
        trouble = "the spool fails: " + e;
    }
}
