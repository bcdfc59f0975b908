package io.ringtail.standalone.local;

import io.ringtail.collectors.Source;
import io.ringtail.collectors.driver.DriverNames;
import io.ringtail.collectors.driver.StatisticsPlan;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.EthtoolStatistics;
import io.ringtail.collectors.linux.Netdev;
import io.ringtail.collectors.source.CpusSource;
import io.ringtail.collectors.source.InterruptsSource;
import io.ringtail.collectors.source.IrqMapper;
import io.ringtail.collectors.source.KernelRings;
import io.ringtail.collectors.source.NapiReader;
import io.ringtail.collectors.source.ProcSys;
import io.ringtail.collectors.source.RingsSource;
import io.ringtail.collectors.source.SettingsSource;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.DriverStatistics;
import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import io.ringtail.standalone.local.Finding.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Looks at what this host lets be seen: reads each source once, as the agent does, and tells what was found, what was
 * not and why. Changes nothing. Needs no broker.
 */
public final class Doctor {
    private static final int NAMES_SHOWN = 400;

    /** Reasons that are no property of the interface or its state: an invalid speed is one of a link that is down. */
    private static final Set<String> DENIED = Set.of("denied", "timeout", "EBUSY", "EBADMSG");

    private final ProcSys roots = ProcSys.live();
    private final List<Finding> findings = new ArrayList<>();

    private Doctor() {}

    /** Reads everything once. */
    public static Diagnosis examine() {
        Doctor doctor = new Doctor();
        doctor.findings.addAll(Capabilities.findings());
        doctor.findings.addAll(KernelParts.findings());
        doctor.interrupts();
        doctor.read(new CpusSource(ProcSys.live())).ifPresent(read -> doctor.whole("cpus", read));
        doctor.rings();
        doctor.settings();
        return new Diagnosis(List.copyOf(doctor.findings));
    }

    private void interrupts() {
        Optional<Netdev> netdev = netdev();
        NapiReader napis = netdev.<NapiReader>map(open -> open::napis).orElse(NapiReader.NONE);
        read(new InterruptsSource(roots, new IrqMapper(roots, napis))).ifPresent(read -> {
            for (Interrupts record : read.all(Interrupts.class)) {
                long served = record.getLines().stream().filter(Doctor::serves).count();
                String found = record.getLines().size() + " rows, " + served + " of interfaces";
                findings.add(
                        served > 0
                                ? Finding.seen("interrupts", "host", "interrupts of interfaces", found)
                                : new Finding(
                                        "interrupts",
                                        "host",
                                        "interrupts of interfaces",
                                        State.UNSUPPORTED,
                                        found,
                                        "a NIC in this namespace whose driver names its interrupts",
                                        "no interrupts per queue or packet"));
            }
        });
        netdev.ifPresent(Netdev::close);
    }

    private static boolean serves(InterruptLine line) {
        return !line.getTargets().isEmpty();
    }

    private void rings() {
        read(RingsSource.countingPolls(roots, KernelRings::open)).ifPresent(read -> {
            whole("rings", read);
            read.all(Rings.class).forEach(this::rings);
        });
    }

    private void rings(Rings rings) {
        String object = "interface:" + rings.getInterface$();
        Map<String, String> absent = rings.getAbsent().stream()
                .collect(Collectors.toMap(Absence::getName, Absence::getReason, (one, _) -> one));
        part(
                object,
                "queue counters (netdev)",
                absent.get("queue-counters"),
                rings.getQueues().size() + " queues",
                "Linux 6.9 and a driver with queue statistics",
                "packets per queue may be absent");
        part(
                object,
                "byte queue limits",
                absent.get("bql"),
                rings.getBql().size() + " queues",
                "a driver with BQL",
                "queueing below the qdisc is not seen");
        part(
                object,
                "polls of NAPI instances",
                absent.get("napi-polls"),
                "counted by BPF",
                "CAP_BPF and CAP_PERFMON, Linux 5.5 with CONFIG_DEBUG_INFO_BTF",
                "how full polls are is not seen");
        statistics(object, rings);
    }

    private void statistics(String object, Rings rings) {
        DriverStatistics told = rings.getDriverStatistics();
        String driver = rings.getDriver();
        if (told == null || driver == null) {
            return;
        }
        String counts = told.getNames() + " of " + driver + ": " + told.getPublished() + " published, "
                + told.getKeptToDriver() + " kept to the driver, " + told.getUnknown() + " unknown, "
                + told.getOverBudget() + " over the budget";
        boolean whole = told.getUnknown() == 0 && told.getOverBudget() == 0;
        findings.add(
                whole
                        ? Finding.seen("rings", object, "driver statistics", counts)
                        : new Finding(
                                "rings",
                                object,
                                "driver statistics",
                                State.PARTLY,
                                counts + unknown(rings.getInterface$(), driver),
                                DriverNames.DRIVERS.contains(driver)
                                        ? "lines for them in " + driver + ".names"
                                        : "a names file for " + driver,
                                "what only they count is not analysed"));
    }

    private static String unknown(String name, String driver) {
        try (EthtoolStatistics statistics = EthtoolStatistics.open()) {
            List<String> unknown = StatisticsPlan.of(DriverNames.of(driver), statistics.names(name), 0)
                    .unknown();
            String names = String.join(" ", unknown);
            return "; unknown: " + (names.length() > NAMES_SHOWN ? names.substring(0, NAMES_SHOWN) + " ..." : names);
        } catch (Errno e) {
            return "";
        }
    }

    private void settings() {
        read(new SettingsSource(roots)).ifPresent(read -> {
            whole("settings", read);
            read.all(Settings.class).forEach(this::settings);
        });
    }

    private void settings(Settings settings) {
        Map<String, List<Setting>> groups = settings.getValues().stream()
                .collect(Collectors.groupingBy(Doctor::group, TreeMap::new, Collectors.toList()));
        groups.forEach((group, values) -> group(settings.getObject(), settings.getObjectKind(), group, values));
    }

    private void group(String object, ObjectKind kind, String group, List<Setting> values) {
        List<Setting> absent =
                values.stream().filter(value -> value.getValue() == null).toList();
        String found = (values.size() - absent.size()) + " of " + values.size() + " settings";
        Optional<String> reason = absent.stream()
                .map(Setting::getAbsence)
                .filter(DENIED::contains)
                .findFirst();
        if (reason.isPresent()) {
            findings.add(new Finding(
                    "settings",
                    object,
                    group,
                    State.MISSING,
                    found + ", " + reason.get(),
                    "the agent's right to read them",
                    "changes of them are not seen"));
        } else if (absent.size() == values.size()) {
            String cost =
                    kind == ObjectKind.INTERFACE ? "none: there is nothing to change" : "changes of them are not seen";
            findings.add(new Finding("settings", object, group, State.UNSUPPORTED, "unsupported", "", cost));
        } else {
            findings.add(Finding.seen("settings", object, group, found));
        }
    }

    private static String group(Setting setting) {
        return setting.getName().substring(0, setting.getName().indexOf('.'));
    }

    private void part(String object, String what, String reason, String found, String needs, String cost) {
        findings.add(
                reason == null
                        ? Finding.seen("rings", object, what, found)
                        : new Finding(
                                "rings",
                                object,
                                what,
                                reason.equals("unsupported") ? State.UNSUPPORTED : State.MISSING,
                                reason,
                                needs,
                                cost));
    }

    private void whole(String source, OneReading read) {
        if (read.troubles().isEmpty()) {
            findings.add(Finding.seen(source, "host", "source", "read in full"));
        }
        read.troubles()
                .forEach((what, why) -> findings.add(new Finding(
                        source, "host", what, State.MISSING, why, "", "what it tells is absent, with this reason")));
    }

    private Optional<OneReading> read(Source source) {
        OneReading reading = new OneReading();
        try (source) {
            source.start(() -> {});
            source.read(reading);
            return Optional.of(reading);
        } catch (RuntimeException e) {
            findings.add(new Finding(
                    source.name(),
                    "host",
                    "source",
                    State.MISSING,
                    String.valueOf(e.getMessage()),
                    "",
                    "the whole source is absent"));
            return Optional.empty();
        }
    }

    private static Optional<Netdev> netdev() {
        try {
            return Optional.of(Netdev.open());
        } catch (Errno e) {
            return Optional.empty();
        }
    }
}
