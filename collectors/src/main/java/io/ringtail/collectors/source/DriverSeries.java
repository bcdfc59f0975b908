package io.ringtail.collectors.source;

import io.ringtail.collectors.counter.CounterTracker;
import io.ringtail.collectors.counter.Counters;
import io.ringtail.collectors.counter.Width;
import io.ringtail.collectors.driver.DriverNames;
import io.ringtail.collectors.driver.Scope;
import io.ringtail.collectors.driver.StatisticsPlan;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.DriverStatistics;
import java.util.List;

/**
 * A driver's own statistics of one interface over time, by their canonical names. Read at most once a second, as a
 * driver may have to ask its firmware. One owner at a time.
 */
final class DriverSeries {
    static final String NAME = "driver-statistics";

    private static final long LEAST_INTERVAL_NS = 900_000_000;
    private static final long RENEW_NS = 60_000_000_000L;

    private final int budget;
    private String driver = "";
    private DriverNames names = DriverNames.of("");
    private StatisticsPlan plan = StatisticsPlan.of(names, List.of(), 0);
    private CounterTracker tracker = new CounterTracker(Width.U64, 0);
    private long plannedMonoNs;
    private long readMonoNs;
    private boolean readBefore;

    DriverSeries(int budget) {
        this.budget = budget;
    }

    /**
     * Reads, if it is time to; null if it is not, or the driver has none.
     *
     * @param target gets the reason where the driver does not tell
     * @param renew whether the queues are others than at the last read
     * @param into gets the queues' counters that nobody told yet
     * @param device gets the interface's
     */
    DriverStatistics read(
            RingsReader reader, Target target, boolean renew, QueueCounterSet into, List<CounterDelta> device) {
        if (readBefore && !renew && target.monoNs() - readMonoNs < LEAST_INTERVAL_NS) {
            return null;
        }
        readBefore = true;
        readMonoNs = target.monoNs();
        try {
            return tell(values(reader, target, renew), target, into, device);
        } catch (Errno e) {
            tracker.missedAll();
            if (e.number() != Errno.EOPNOTSUPP) {
                target.absent().add(new Absence(NAME, Errno.absence(e.number())));
            }
            return null;
        }
    }

    /** What is read, and when. */
    record Target(String name, String driver, long monoNs, String bootId, List<Absence> absent) {}

    StatisticsPlan plan() {
        return plan;
    }

    private long[] values(RingsReader reader, Target target, boolean renew) {
        int count = reader.statisticsCount(target.name());
        boolean stale = target.monoNs() - plannedMonoNs >= RENEW_NS || !driver.equals(target.driver());
        if (renew || stale || count != plan.names()) {
            plan(reader, target, count);
        }
        return plan.series().isEmpty() ? new long[0] : reader.statistics(target.name(), plan.names());
    }

    private void plan(RingsReader reader, Target target, int count) {
        plannedMonoNs = target.monoNs();
        if (!driver.equals(target.driver())) {
            driver = target.driver();
            names = DriverNames.of(driver);
        }
        List<String> told = count == 0 ? List.of() : reader.statisticsNames(target.name());
        StatisticsPlan now = StatisticsPlan.of(names, told, budget);
        if (!now.series().equals(plan.series())) {
            tracker = new CounterTracker(Width.U64, now.series().size());
        }
        plan = now;
    }

    private DriverStatistics tell(long[] values, Target target, QueueCounterSet into, List<CounterDelta> device) {
        tracker.boot(target.bootId());
        for (int i = 0; i < plan.series().size(); i++) {
            StatisticsPlan.Series series = plan.series().get(i);
            if (series.scope() == Scope.DEVICE) {
                device.add(observe(i, series, values, target.monoNs()));
            } else if (into.lacks(series)) {
                into.add(series, observe(i, series, values, target.monoNs()));
            } else {
                tracker.missed(i);
            }
        }
        return plan.names() == 0
                ? null
                : new DriverStatistics(
                        plan.names(),
                        plan.series().size(),
                        plan.keptToDriver(),
                        plan.unknown().size(),
                        plan.overBudget());
    }

    private CounterDelta observe(int index, StatisticsPlan.Series series, long[] values, long monoNs) {
        return Counters.observe(tracker, index, series.name(), series.value(values), monoNs);
    }
}
