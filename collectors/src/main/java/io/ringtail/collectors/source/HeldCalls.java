package io.ringtail.collectors.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes a call for each of several interfaces so that a driver that holds one holds up nobody else. The calls are made
 * one after the other on a worker thread; one that takes long has the rest made by another worker, one that is not back
 * by its deadline is given up, and no other call is made to that interface until it is back. Workers are kept: there is
 * one, and one more for each call that was ever slow at the same time, {@value #MOST_WORKERS} at most. Owned by one
 * thread, which gets all outcomes.
 *
 * @param <T> what a worker makes calls with; each has its own
 */
final class HeldCalls<T> implements AutoCloseable {
    /** Enough for a driver that asks its firmware and for an agent that is kept waiting for a CPU. */
    static final Duration DEADLINE = Duration.ofMillis(500);

    private static final int MOST_WORKERS = 8;

    /** The first round also loads classes: that is not the drivers' fault. */
    private static final int FIRST_ROUND = 10;

    private static final long PATIENCE_NS = 20_000_000;

    private final String name;
    private final Supplier<T> tools;
    private final Consumer<T> closer;
    private final long deadlineNs;
    private final Set<Integer> held = new HashSet<>();
    private final BlockingQueue<Consumer<Worker>> tasks = new LinkedBlockingQueue<>();
    private boolean first = true;
    private int workers;
    private boolean closed;

    /**
     * Starts nothing yet.
     *
     * @param name of the threads
     * @param tools opens what a worker makes calls with, on the worker's thread
     * @param closer closes that, on the same thread
     */
    HeldCalls(String name, Supplier<T> tools, Consumer<T> closer, Duration deadline) {
        this.name = name;
        this.tools = tools;
        this.closer = closer;
        this.deadlineNs = deadline.toNanos();
    }

    /** A call for one interface. */
    record Call<T, R>(int ifindex, Function<T, R> body) {}

    /**
     * How a call ended.
     *
     * @param ifindex the interface
     * @param result what it gave; null where it did not
     * @param failure what it threw; null where it did not
     */
    record Outcome<R>(int ifindex, R result, RuntimeException failure) {
        static <R> Outcome<R> late(int ifindex) {
            return new Outcome<>(ifindex, null, null);
        }

        /** It was not back by the deadline, or an earlier one is not back yet. */
        boolean timedOut() {
            return result == null && failure == null;
        }
    }

    /** Makes the calls; returns when each has an outcome, which {@code taker} gets as soon as it is there. */
    <R> void round(List<Call<T, R>> calls, Consumer<Outcome<R>> taker) {
        List<Call<T, R>> free = new ArrayList<>(calls.size());
        for (Call<T, R> call : calls) {
            if (isHeld(call.ifindex())) {
                taker.accept(Outcome.late(call.ifindex()));
            } else {
                free.add(call);
            }
        }
        if (!free.isEmpty()) {
            new Round<>(free, first ? FIRST_ROUND * deadlineNs : deadlineNs).run(taker);
            first = false;
        }
    }

    /** Whether an earlier call to this interface is not back yet. */
    synchronized boolean isHeld(int ifindex) {
        return held.contains(ifindex);
    }

    /** How many threads there are. */
    synchronized int threads() {
        return workers;
    }

    /** Ends the workers; one whose call is held ends when that is back. */
    @Override
    public synchronized void close() {
        closed = true;
        for (int i = 0; i < workers; i++) {
            tasks.add(Worker::end);
        }
    }

    /**
     * Has a worker do it; false if all that there may be are held.
     *
     * @param busy workers that are known to be busy, beside those of held calls
     */
    private synchronized boolean engage(Consumer<Worker> task, int busy) {
        boolean none = workers <= held.size() + busy;
        if (closed || (none && workers == MOST_WORKERS)) {
            return false;
        }
        if (none) {
            Worker worker = new Worker();
            Thread.ofPlatform().daemon().name(name + "-" + ++workers).start(worker::run);
        }
        tasks.add(task);
        return true;
    }

    private synchronized void hold(int ifindex) {
        held.add(ifindex);
    }

    private synchronized void release(int ifindex) {
        held.remove(ifindex);
    }

    /** A thread and what it makes calls with. */
    private final class Worker {
        private T opened;
        private boolean ended;

        void run() {
            try {
                while (!ended) {
                    tasks.take().accept(this);
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        T tools() {
            if (opened == null) {
                opened = tools.get();
            }
            return opened;
        }

        void end() {
            ended = true;
            if (opened != null) {
                closer.accept(opened);
            }
        }
    }

    private enum State {
        WAITING,
        RUNNING,
        DONE,
        GIVEN_UP
    }

    /** One round of calls: the owner's thread waits in it, workers take calls from it. */
    private final class Round<R> {
        private final List<Call<T, R>> calls;
        private final long roundDeadlineNs;
        private final State[] states;
        private final long[] startedNs;
        private final BlockingQueue<Outcome<R>> outcomes = new LinkedBlockingQueue<>();

        Round(List<Call<T, R>> calls, long roundDeadlineNs) {
            this.calls = calls;
            this.roundDeadlineNs = roundDeadlineNs;
            states = new State[calls.size()];
            startedNs = new long[calls.size()];
            Arrays.fill(states, State.WAITING);
        }

        void run(Consumer<Outcome<R>> taker) {
            engage(this::work, 0);
            int left = calls.size();
            while (left > 0) {
                Outcome<R> outcome = await();
                if (outcome == null) {
                    left -= giveUp(State.RUNNING, roundDeadlineNs, taker);
                    left -= carryOn(taker);
                } else {
                    left--;
                    taker.accept(outcome);
                }
            }
        }

        /** Has another worker make the calls behind a slow one; gives them up if there is none. Returns how many. */
        private int carryOn(Consumer<Outcome<R>> taker) {
            if (count(State.WAITING, 0) == 0 || count(State.RUNNING, 0) > count(State.RUNNING, PATIENCE_NS)) {
                return 0;
            }
            boolean hopeless = !engage(this::work, count(State.RUNNING, 0)) && count(State.RUNNING, 0) == 0;
            return hopeless ? giveUp(State.WAITING, 0, taker) : 0;
        }

        private Outcome<R> await() {
            try {
                return outcomes.poll(PATIENCE_NS, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while interfaces were read", e);
            }
        }

        private void work(Worker worker) {
            for (int i = take(); i >= 0; i = take()) {
                Outcome<R> outcome = make(calls.get(i), worker);
                if (finished(i)) {
                    outcomes.add(outcome);
                } else {
                    release(calls.get(i).ifindex());
                }
            }
        }

        private Outcome<R> make(Call<T, R> call, Worker worker) {
            try {
                return new Outcome<>(call.ifindex(), call.body().apply(worker.tools()), null);
            } catch (RuntimeException e) {
                return new Outcome<>(call.ifindex(), null, e);
            }
        }

        private synchronized int take() {
            for (int i = 0; i < states.length; i++) {
                if (states[i] == State.WAITING) {
                    states[i] = State.RUNNING;
                    startedNs[i] = System.nanoTime();
                    return i;
                }
            }
            return -1;
        }

        private synchronized boolean finished(int i) {
            boolean inTime = states[i] == State.RUNNING;
            states[i] = inTime ? State.DONE : states[i];
            return inTime;
        }

        /** How many are in a state, and have been running for so long. */
        private synchronized int count(State state, long forNs) {
            int count = 0;
            for (int i = 0; i < states.length; i++) {
                count += is(i, state, forNs) ? 1 : 0;
            }
            return count;
        }

        private boolean is(int i, State state, long forNs) {
            return states[i] == state && (state == State.WAITING || System.nanoTime() - startedNs[i] >= forNs);
        }

        private int giveUp(State state, long afterNs, Consumer<Outcome<R>> taker) {
            List<Integer> given = given(state, afterNs);
            given.forEach(ifindex -> taker.accept(Outcome.late(ifindex)));
            return given.size();
        }

        private synchronized List<Integer> given(State state, long afterNs) {
            List<Integer> given = new ArrayList<>();
            for (int i = 0; i < states.length; i++) {
                if (is(i, state, afterNs)) {
                    given.add(calls.get(i).ifindex());
                    // Before the call can come back and release it.
                    if (state == State.RUNNING) {
                        hold(calls.get(i).ifindex());
                    }
                    states[i] = State.GIVEN_UP;
                }
            }
            return given;
        }
    }
}
