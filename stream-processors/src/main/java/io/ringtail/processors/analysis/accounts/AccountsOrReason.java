package io.ringtail.processors.analysis.accounts;

import io.ringtail.schemas.record.Schedule;
import java.util.ArrayList;
import java.util.List;

/**
 * The accounts of a round trip, or why they are not given.
 *
 * <p>The method is the one of netperf's service demand: in a closed loop with one request outstanding nothing overlaps,
 * so that a transaction's mean time is the sum of what both CPUs did for it, of its frames' time on the wire, and of
 * waiting. With busy polling a CPU is busy while it waits; with several sessions transactions overlap; in an open loop the
 * CPU's time between transactions is in the demand: then the sum means nothing.
 *
 * <p>A rest that is large (a quarter of the round trip and 5 us) and narrow (the middle 98 % within a factor of two) while
 * an end waits for a timer before it interrupts is named as what it looks like. It is a likeness, not a proof: what proves
 * it is {@link #follows}.
 *
 * @param accounts the accounts; null where they are not given
 * @param absence why not; null where they are
 */
public record AccountsOrReason(Accounts accounts, String absence) {
    private static final double LARGE_SHARE = 0.25;
    private static final double LARGE_NS = 5_000;
    private static final double FOLLOWS_SHARE = 0.2;
    private static final double BITS = 8;
    private static final double NS = 1e9;

    /** Makes them. */
    public static AccountsOrReason of(RoundTripFacts facts) {
        String absence = absence(facts);
        return absence == null ? new AccountsOrReason(accounts(facts), null) : new AccountsOrReason(null, absence);
    }

    /**
     * Whether the rest went where the timer went: both have it, the rest changed by more than a fifth of itself, and in
     * the direction of the timer.
     *
     * @param timerRose whether the timer was made longer (or its frame count higher) between the two
     */
    public static boolean follows(Accounts before, Accounts after, boolean timerRose) {
        double moved = after.restNs() - before.restNs();
        return Math.abs(moved) > FOLLOWS_SHARE * Math.abs(before.restNs()) && moved > 0 == timerRose;
    }

    private static String absence(RoundTripFacts facts) {
        if (facts.schedule() != Schedule.CLOSED) {
            return "open loop: the CPU time between transactions is in their demand";
        }
        if (facts.sessions() != 1) {
            return facts.sessions() + " sessions: their CPU time overlaps";
        }
        if (facts.prober().busyPolls() || facts.responder().busyPolls()) {
            return "busy polling: the CPU is busy while it waits";
        }
        if (facts.meanNs() == null) {
            return "no round trips";
        }
        if (facts.prober().busyNsPerTransaction() == null) {
            return "CPU time of the prober is not known";
        }
        return facts.responder().busyNsPerTransaction() == null ? "CPU time of the responder is not known" : null;
    }

    private static Accounts accounts(RoundTripFacts facts) {
        double cpu = facts.prober().busyNsPerTransaction() + facts.responder().busyNsPerTransaction();
        Double wire = wireNs(facts);
        double rest = facts.meanNs() - cpu - (wire == null ? 0 : wire);
        return new Accounts(
                facts.meanNs(),
                facts.prober().busyNsPerTransaction(),
                facts.responder().busyNsPerTransaction(),
                wire,
                rest,
                timer(facts, rest),
                remarks(wire, rest));
    }

    /** Each frame passes the link of its sender; a switch that stores and forwards adds its own time to the rest. */
    private static Double wireNs(RoundTripFacts facts) {
        Double prober = facts.prober().linkBitsPerSecond().orElse(null);
        Double responder = facts.responder().linkBitsPerSecond().orElse(null);
        return prober == null || responder == null
                ? null
                : Double.valueOf(
                        BITS * NS * (facts.requestWireBytes() / prober + facts.responseWireBytes() / responder));
    }

    private static List<String> remarks(Double wireNs, double restNs) {
        List<String> remarks = new ArrayList<>();
        if (wireNs == null) {
            remarks.add("the link's speed is not known: wire time is in the rest");
        }
        if (restNs < 0) {
            remarks.add("more CPU time than round trip: the hosts did other work too");
        }
        return List.copyOf(remarks);
    }

    private static String timer(RoundTripFacts facts, double restNs) {
        boolean large = restNs >= LARGE_NS && restNs >= LARGE_SHARE * facts.meanNs();
        return large && Narrowness.narrow(facts.histogram()) ? timers(facts) : null;
    }

    private static String timers(RoundTripFacts facts) {
        List<String> ends = new ArrayList<>();
        facts.prober().timer().ifPresent(timer -> ends.add("prober " + timer));
        facts.responder().timer().ifPresent(timer -> ends.add("responder " + timer));
        return ends.isEmpty() ? null : "looks like an interrupt timer: " + String.join("; ", ends);
    }
}
