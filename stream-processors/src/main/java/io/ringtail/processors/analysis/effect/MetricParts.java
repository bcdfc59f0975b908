package io.ringtail.processors.analysis.effect;

import io.ringtail.schemas.record.Schedule;
import java.util.List;

/** Numerator and denominator that a window gives to each ratio; NaN where the window does not know. Stateless. */
final class MetricParts {
    private static final int WAYS = 2;

    private MetricParts() {}

    /** The ratio's series over the windows of a side. */
    static Series series(Metric metric, Side side, double ownPackets) {
        return Series.of(
                side.windows(), each -> numerator(metric, each, ownPackets), each -> denominator(metric, each));
    }

    /** The ratio alone, without resampling; NaN where no window knows it. */
    static double value(Metric metric, Side side, double ownPackets) {
        double numerator = 0;
        double denominator = 0;
        for (EffectWindow window : side.windows()) {
            double one = numerator(metric, window, ownPackets);
            if (!Double.isNaN(one)) {
                numerator += one;
                denominator += denominator(metric, window);
            }
        }
        return denominator == 0 ? Double.NaN : numerator / denominator;
    }

    /**
     * Packets per second that the probe itself makes in a closed loop, over both sides: they follow from the round trips.
     * The load is what others send, beside this constant. 0 in an open loop, where the schedule makes them.
     */
    static double ownPackets(Side before, Side after) {
        double packets = before.windows().stream().mapToDouble(MetricParts::own).sum()
                + after.windows().stream().mapToDouble(MetricParts::own).sum();
        double seconds = seconds(before.windows()) + seconds(after.windows());
        return before.schedule() == Schedule.CLOSED ? packets / seconds : 0;
    }

    private static double numerator(Metric metric, EffectWindow window, double ownPackets) {
        return switch (metric) {
            case MEAN -> window.roundTrips().sumNs();
            case LOSS -> window.lost();
            case PROBER_DEMAND -> window.proberDemandNs() * window.roundTrips().count();
            case RESPONDER_DEMAND ->
                window.responderDemandNs() * window.roundTrips().count();
            case TRANSACTIONS -> window.roundTrips().count();
            case PROBER_PACKETS -> packets(window.proberPackets(), window, ownPackets);
            case RESPONDER_PACKETS -> packets(window.responderPackets(), window, ownPackets);
            case PROBER_CPU -> window.proberCpu() * window.seconds();
            case RESPONDER_CPU -> window.responderCpu() * window.seconds();
            case P50, P90, P95, P99, P99_9 -> throw new IllegalArgumentException(metric + " is no ratio of sums");
        };
    }

    private static double denominator(Metric metric, EffectWindow window) {
        return switch (metric) {
            case MEAN, PROBER_DEMAND, RESPONDER_DEMAND -> window.roundTrips().count();
            case LOSS -> window.sent();
            default -> window.seconds();
        };
    }

    private static double packets(double rate, EffectWindow window, double ownPackets) {
        double all = rate * window.seconds();
        return ownPackets == 0 ? all : Math.max(0, all - own(window)) + ownPackets * window.seconds();
    }

    private static double own(EffectWindow window) {
        return WAYS * (double) window.roundTrips().count() + window.lost();
    }

    private static double seconds(List<EffectWindow> windows) {
        return windows.stream().mapToDouble(EffectWindow::seconds).sum();
    }
}
