package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.GaugeReading;
import io.ringtail.processors.analysis.GaugeReading.Combine;
import io.ringtail.processors.analysis.Gauges;
import io.ringtail.schemas.record.Combining;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.CpuGauges;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.GaugesPart;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.QueueCounters;
import io.ringtail.schemas.record.Reading;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Verdict;
import io.ringtail.schemas.record.Xsk;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Raw records to the gauges' wire form, and back to readings. Stateless. */
final class GaugeParts {
    static final String COUNTER_RESET = "counter-reset";
    static final String QUEUES_RECONFIGURED = "queues-reconfigured";

    private GaugeParts() {}

    static GaugesPart of(Interrupts raw, String iface) {
        boolean reset = raw.getLines().stream()
                .filter(line -> line.getTargets().stream()
                        .anyMatch(target -> target.getInterface$().equals(iface)))
                .anyMatch(line -> line.getVerdict() == Verdict.RESET);
        return part(
                "interrupts", raw.getOrigin(), raw.getIntervalNs(), Gauges.readings(raw, iface), remarks(reset, false));
    }

    static GaugesPart of(Cpus raw) {
        boolean reset =
                raw.getCpus().stream().filter(CpuGauges::getOnline).anyMatch(cpu -> cpu.getVerdict() == Verdict.RESET);
        return part("cpus", raw.getOrigin(), raw.getIntervalNs(), Gauges.readings(raw), remarks(reset, false));
    }

    static GaugesPart of(Rings raw) {
        boolean reset = Stream.concat(
                        raw.getCounters().stream(),
                        raw.getQueues().stream().map(QueueCounters::getCounters).flatMap(Collection::stream))
                .map(CounterDelta::getVerdict)
                .anyMatch(verdict -> verdict == Verdict.RESET);
        List<String> remarks = remarks(reset, raw.getConfigChanged());
        return part("rings", raw.getOrigin(), raw.getIntervalNs(), Gauges.readings(raw), remarks);
    }

    /** The gauges of an interface below an end's own: with its name before the queue's, {@code eth0/rx-3}. */
    static GaugesPart below(GaugesPart part, String iface) {
        return GaugesPart.newBuilder(part)
                .setSource(part.getSource() + '/' + iface)
                .setReadings(part.getReadings().stream()
                        .map(reading -> Reading.newBuilder(reading)
                                .setQueue(reading.getQueue() == null ? iface : iface + '/' + reading.getQueue())
                                .build())
                        .toList())
                .build();
    }

    static GaugesPart of(Xsk raw, String netns, String iface) {
        List<GaugeReading> readings = Gauges.readings(raw, netns, iface);
        return part("xsk", raw.getOrigin(), raw.getIntervalNs(), readings, remarks(false, false));
    }

    static List<GaugeReading> readings(GaugesPart part) {
        return part.getReadings().stream().map(GaugeParts::reading).toList();
    }

    /** Whether there is anything to tell. */
    static boolean isEmpty(GaugesPart part) {
        return part.getReadings().isEmpty() && part.getRemarks().isEmpty();
    }

    private static GaugesPart part(
            String source, Origin origin, long intervalNs, List<GaugeReading> readings, List<String> remarks) {
        return GaugesPart.newBuilder()
                .setSource(source)
                .setMiddleEpochNs(Gauges.middleEpochNs(origin.getEpochNs(), intervalNs))
                .setClockOffsetNs(origin.getClockOffsetNs())
                .setReadings(
                        Gauges.merge(readings).stream().map(GaugeParts::reading).toList())
                .setRemarks(remarks)
                .build();
    }

    private static List<String> remarks(boolean reset, boolean reconfigured) {
        List<String> remarks = new ArrayList<>();
        if (reset) {
            remarks.add(COUNTER_RESET);
        }
        if (reconfigured) {
            remarks.add(QUEUES_RECONFIGURED);
        }
        return remarks;
    }

    private static Reading reading(GaugeReading reading) {
        return new Reading(
                reading.name(),
                reading.queue(),
                reading.member(),
                Combining.valueOf(reading.combine().name()),
                reading.sum(),
                reading.weight());
    }

    private static GaugeReading reading(Reading reading) {
        return new GaugeReading(
                reading.getName(),
                reading.getQueue(),
                reading.getMember(),
                Combine.valueOf(reading.getCombine().name()),
                reading.getSum(),
                reading.getWeight());
    }
}
