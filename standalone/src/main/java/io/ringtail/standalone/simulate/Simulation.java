package io.ringtail.standalone.simulate;

import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Path;
import io.ringtail.standalone.simulate.Scenario.PathOf;
import io.ringtail.standalone.simulate.Scenario.Step;
import io.ringtail.standalone.simulate.model.Counts;
import io.ringtail.standalone.simulate.model.Parameter;
import io.ringtail.standalone.simulate.model.PathModel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * A scenario second by second: what the agents of all its hosts send, in the order in which they would. No clock and no
 * Kafka in it; the same seed and start give the same records. Owned by one thread.
 */
public final class Simulation {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long HEARTBEAT_AFTER_NS = 100_000_000;

    private final Scenario scenario;
    private final long startEpochNs;
    private final Map<String, Machine> machines = new LinkedHashMap<>();
    private final List<Running> paths = new ArrayList<>();
    private final Deque<Step> steps;
    private long second;

    /** A host, its settings, and the parameters that are not the usual ones now. */
    private record Machine(SimulatedHost host, SimulatedSettings settings, Map<Parameter, Double> model) {}

    /** A path and its model. */
    private record Running(PathOf spec, SimulatedProbe probe, PathModel model) {}

    /** A host's second. */
    private record Told(Counts counts, SimulatedProbe.Cpu cpu) {}

    /** Starts at the whole second before. Unit: ns since 1970-01-01 UTC */
    public Simulation(Scenario scenario, long startEpochNs) {
        this.scenario = scenario;
        this.startEpochNs = Math.floorDiv(startEpochNs, SECOND_NS) * SECOND_NS;
        this.steps = new ArrayDeque<>(scenario.changes());
        scenario.hosts().forEach(this::addHost);
        scenario.paths().forEach(this::addPath);
    }

    /** Whether there is another second. */
    public boolean hasNext() {
        return second < scenario.duration().toSeconds();
    }

    /** End of the second that comes next. Unit: ns since 1970-01-01 UTC */
    public long nextEndEpochNs() {
        return startEpochNs + (second + 1) * SECOND_NS;
    }

    /** The paths. */
    public List<Path> paths() {
        return paths.stream().map(each -> each.probe.path()).toList();
    }

    /** Tells the next second. */
    public void next(Consumer<SpecificRecord> out) {
        runTo((second + 1) * SECOND_NS + PathModel.TIMEOUT_NS + 1);
        machines.values().forEach(machine -> machine.settings.tell(nextEndEpochNs(), out::accept));
        Map<String, Told> told = new HashMap<>();
        machines.forEach((name, machine) -> told.put(name, count(machine)));
        paths.forEach(path -> tellRoundTrips(path, told, out));
        machines.forEach((name, machine) -> tellCounters(machine, told.get(name).counts, out));
        machines.values()
                .forEach(machine -> out.accept(machine.host.heartbeat(
                        nextEndEpochNs() + HEARTBEAT_AFTER_NS, nextEndEpochNs(), probesOf(machine))));
        second++;
    }

    private void addHost(String name, Scenario.Host spec) {
        SimulatedHost host = new SimulatedHost(name, spec.iface(), scenario.seed(), startEpochNs);
        Map<ObjectKind, String> objects = new EnumMap<>(ObjectKind.class);
        objects.put(ObjectKind.HOST, "host");
        objects.put(ObjectKind.NETNS, "netns");
        objects.put(ObjectKind.INTERFACE, "interface:" + spec.iface());
        for (PathOf path : scenario.paths()) {
            if (path.prober().equals(name)) {
                objects.put(ObjectKind.PROBE, "probe:" + path.probeName());
            }
            if (path.responder().equals(name)) {
                objects.put(ObjectKind.REFLECTOR, "reflector:default");
            }
        }
        KnobValues knobs = new KnobValues(spec.knobs());
        Map<Parameter, Double> model = new EnumMap<>(Parameter.class);
        model.putAll(spec.model());
        SimulatedSettings settings = new SimulatedSettings(host, knobs, objects, startEpochNs);
        machines.put(name, new Machine(host, settings, model));
    }

    private void addPath(PathOf spec) {
        PathModel.Shape shape = new PathModel.Shape(
                spec.requestBytes(),
                spec.responseBytes(),
                spec.sessions(),
                spec.ratePerSecond(),
                spec.think().toNanos(),
                spec.burst());
        long seed = scenario.seed() * 1_000_003 + paths.size();
        PathModel model = new PathModel(shape, end(spec.prober(), true), end(spec.responder(), false), seed);
        SimulatedHost prober = machines.get(spec.prober()).host;
        SimulatedHost responder = machines.get(spec.responder()).host;
        paths.add(new Running(spec, new SimulatedProbe(spec, prober, responder), model));
    }

    private PathModel.Start end(String host, boolean prober) {
        Machine machine = machines.get(host);
        return Understood.end(prober, machine.settings.values(), machine.model, scenario.truth());
    }

    private void runTo(long ns) {
        while (!steps.isEmpty() && steps.peek().at().toNanos() < ns) {
            Step step = steps.remove();
            paths.forEach(path -> path.model.runTo(step.at().toNanos()));
            take(step);
        }
        paths.forEach(path -> path.model.runTo(ns));
    }

    private void take(Step step) {
        for (String name : step.hosts()) {
            Machine machine = machines.get(name);
            machine.model.putAll(step.model());
            machine.settings.change(startEpochNs + step.at().toNanos(), step.knobs());
        }
        for (Running path : paths) {
            use(path, path.spec.prober(), true, step);
            use(path, path.spec.responder(), false, step);
        }
    }

    private void use(Running path, String host, boolean prober, Step step) {
        if (step.hosts().contains(host)) {
            PathModel.Start now = end(host, prober);
            path.model.use(prober, now.settings(), now.parameters());
        }
    }

    private Told count(Machine machine) {
        SimulatedHost host = machine.host;
        Counts counts = new Counts((int) end(host.name(), true).parameters().get(Parameter.CPUS));
        for (Running path : paths) {
            if (path.spec.prober().equals(host.name())) {
                counts.add(path.model.take(true, second));
            }
            if (path.spec.responder().equals(host.name())) {
                counts.add(path.model.take(false, second));
            }
        }
        long busyNs = host.busyNs();
        long threadNs = host.threadNs();
        host.count(counts);
        return new Told(counts, new SimulatedProbe.Cpu(busyNs, host.busyNs(), threadNs, host.threadNs()));
    }

    private void tellRoundTrips(Running path, Map<String, Told> told, Consumer<SpecificRecord> out) {
        path.probe.tell(
                startEpochNs,
                second * SECOND_NS,
                path.model.takeBefore((second + 1) * SECOND_NS),
                told.get(path.spec.prober()).cpu,
                told.get(path.spec.responder()).cpu,
                out::accept);
    }

    private void tellCounters(Machine machine, Counts counts, Consumer<SpecificRecord> out) {
        double limitBytes = end(machine.host.name(), true).settings().bqlBytes();
        out.accept(machine.host.interrupts(nextEndEpochNs(), counts));
        out.accept(machine.host.cpus(nextEndEpochNs(), counts));
        out.accept(machine.host.rings(nextEndEpochNs(), counts, limitBytes));
        KnobValues knobs = machine.settings.values();
        if (knobs.hasXsk()) {
            out.accept(machine.host.xsk(nextEndEpochNs(), counts, knobs.isOn(KnobValues.NEED_WAKEUP)));
        }
    }

    private List<String> probesOf(Machine machine) {
        return paths.stream()
                .filter(path -> path.spec.prober().equals(machine.host.name()))
                .map(path -> "probe:" + path.spec.probeName())
                .toList();
    }
}
