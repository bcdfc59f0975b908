package io.ringtail.standalone.simulate.model;

import io.ringtail.standalone.simulate.model.Event.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A path: requests leave one end, cross wire and switch, are answered by the other and come back. Times are ns since the
 * start. Owned by one thread.
 */
public final class PathModel {
    /** How often the rest of the hosts is drawn. Unit: ns */
    static final long TICK_NS = 100_000_000;

    /** After this a request counts as lost, as with the real prober. Unit: ns */
    public static final long TIMEOUT_NS = 500_000_000;

    private final Agenda agenda = new Agenda();
    private final SplittableRandom random;
    private final EndModel prober;
    private final EndModel responder;
    private final Shape shape;
    private final Deque<Flight> flying = new ArrayDeque<>();
    private final List<RoundTrip> done = new ArrayList<>();
    private Parameters wire;
    private double scheduledNs;
    private long answered;

    /**
     * What is sent.
     *
     * @param requestBytes payload of a request
     * @param responseBytes payload of a reply
     * @param sessions requests outstanding at once in a closed loop
     * @param ratePerSecond of an open loop; 0 for a closed one
     * @param thinkNs pause of a closed loop between bursts of requests
     * @param burst requests of a session one after the other, between pauses
     */
    public record Shape(
            int requestBytes, int responseBytes, int sessions, int ratePerSecond, double thinkNs, int burst) {}

    /**
     * One request.
     *
     * @param intendedNs when it was meant to be sent. Unit: ns since the start
     * @param rttNs how long it took; negative where it was lost
     */
    public record RoundTrip(long intendedNs, long rttNs) {
        /** Whether there was no reply in time. */
        public boolean isLost() {
            return rttNs < 0;
        }
    }

    /** One end as the path starts. */
    public record Start(EndSettings settings, Parameters parameters, int appCpu) {}

    /** From the start on; the same seed gives the same round trips. */
    public PathModel(Shape shape, Start prober, Start responder, long seed) {
        this.shape = shape;
        this.random = new SplittableRandom(seed);
        this.prober = new EndModel(prober.settings, prober.parameters, prober.appCpu, agenda, random.split());
        this.responder =
                new EndModel(responder.settings, responder.parameters, responder.appCpu, agenda, random.split());
        this.wire = prober.parameters;
        agenda.add(0, Kind.TICK, null, null);
        if (isOpenLoop()) {
            schedule();
        } else {
            for (int session = 0; session < shape.sessions; session++) {
                agenda.add(1000.0 * session, Kind.SEND, this.prober, null);
            }
        }
    }

    /** Other settings or parameters of an end, from where the model has got to. */
    public void use(boolean proberEnd, EndSettings settings, Parameters parameters) {
        (proberEnd ? prober : responder).use(settings, parameters);
        wire = proberEnd ? parameters : wire;
    }

    /** Goes on to a moment. */
    public void runTo(long ns) {
        for (Event event = agenda.before(ns); event != null; event = agenda.before(ns)) {
            happen(event);
        }
        giveUp(ns);
    }

    /**
     * The requests that were meant to be sent before a moment, in that order, once all of them are resolved: the model
     * must have got to that moment and the timeout.
     */
    public List<RoundTrip> takeBefore(long ns) {
        List<RoundTrip> taken = new ArrayList<>();
        done.removeIf(each -> each.intendedNs < ns && taken.add(each));
        taken.sort((one, other) -> Long.compare(one.intendedNs, other.intendedNs));
        return taken;
    }

    /** What an end counted in a second. */
    public Counts take(boolean proberEnd, long second) {
        return (proberEnd ? prober : responder).take(second);
    }

    private void happen(Event event) {
        long at = event.atNs();
        switch (event.kind()) {
            case SEND -> send(at);
            case ARRIVE -> event.end().arrive((double) at, event.flight());
            case INTERRUPT -> event.end().interrupt((double) at, event.generation());
            case DELIVER -> deliver(at, event.end(), event.flight());
            case TICK -> tick(at);
        }
    }

    private void send(long at) {
        Flight flight = new Flight(at);
        flying.add(flight);
        cross(prober.send((double) at, shape.requestBytes), responder, flight);
        if (isOpenLoop()) {
            schedule();
        }
    }

    private void deliver(long at, EndModel end, Flight flight) {
        if (!flight.isReply()) {
            flight.turn();
            double handled = end.deliver((double) at, shape.requestBytes, true);
            cross(end.send(handled, shape.responseBytes), prober, flight);
            return;
        }
        double doneNs = end.deliver((double) at, shape.responseBytes, false);
        long rttNs = (long) doneNs - flight.intendedNs();
        if (rttNs <= TIMEOUT_NS && flying.remove(flight)) {
            done.add(new RoundTrip(flight.intendedNs(), rttNs));
            next(doneNs);
        }
    }

    private void cross(double leavesNs, EndModel to, Flight flight) {
        double ns = wire.ns(Parameter.SWITCH_US)
                + wire.ns(Parameter.SWITCH_JITTER_US) * random.nextExponential()
                + wire.ns(Parameter.NIC_US);
        agenda.add(leavesNs + ns, Kind.ARRIVE, to, flight);
    }

    private void tick(long at) {
        prober.tick(at);
        responder.tick(at);
        giveUp(at);
        agenda.add((double) (at + TICK_NS), Kind.TICK, null, null);
    }

    /** Requests without a reply are lost after the timeout. */
    private void giveUp(long at) {
        for (Iterator<Flight> all = flying.iterator(); all.hasNext(); ) {
            Flight flight = all.next();
            if (at - flight.intendedNs() <= TIMEOUT_NS) {
                return;
            }
            all.remove();
            done.add(new RoundTrip(flight.intendedNs(), -1));
            next((double) at);
        }
    }

    private void next(double atNs) {
        if (!isOpenLoop()) {
            boolean pauses = ++answered % shape.burst == 0;
            double thinkNs = pauses ? shape.thinkNs * (0.9 + 0.2 * random.nextDouble()) : 0;
            agenda.add(atNs + thinkNs, Kind.SEND, prober, null);
        }
    }

    private void schedule() {
        agenda.add(scheduledNs, Kind.SEND, prober, null);
        scheduledNs += 1e9 / shape.ratePerSecond;
    }

    private boolean isOpenLoop() {
        return shape.ratePerSecond > 0;
    }
}
