package io.ringtail.standalone.simulate;

import io.ringtail.standalone.simulate.model.EndSettings;
import io.ringtail.standalone.simulate.model.EndSettings.Placement;
import io.ringtail.standalone.simulate.model.Parameter;
import io.ringtail.standalone.simulate.model.Parameters;
import io.ringtail.standalone.simulate.model.PathModel;
import java.util.EnumMap;
import java.util.Map;

/** What the settings of a host are to the model, and what a scenario says that they do besides. Stateless. */
final class Understood {
    private static final double UNLIMITED = 1e12;

    private Understood() {}

    /** One end of a path. */
    static PathModel.Start end(
            boolean prober,
            KnobValues knobs,
            Map<Parameter, Double> model,
            Map<String, Map<String, Map<Parameter, Double>>> truth) {
        Parameters parameters = new Parameters(withTruth(knobs, model, truth));
        int cpu = (int) knobs.number(prober ? "probe.cpu" : "reflector.cpu", 2);
        return new PathModel.Start(settings(prober, cpu, knobs, parameters), parameters, cpu);
    }

    private static EndSettings settings(boolean prober, int cpu, KnobValues knobs, Parameters parameters) {
        double bqlBytes = 1000 * parameters.get(Parameter.BQL_KB);
        double ownPoll = knobs.number(prober ? "probe.busy-poll" : "reflector.busy-poll", 0);
        return new EndSettings(
                knobs.number("coalesce.rx-usecs", 0),
                (int) knobs.number("coalesce.rx-frames", 0),
                knobs.isOn("coalesce.adaptive-rx"),
                knobs.number("coalesce.tx-usecs", 0),
                (int) knobs.number("coalesce.tx-frames", 0),
                placement(knobs.get("irq.affinity"), cpu, parameters),
                idle(knobs.get("cpu.cstates-enabled")),
                Math.max(ownPoll, knobs.number("busy-poll.read", 0)),
                knobs.number("link.speed", 10_000),
                knobs.get("link.qdisc").startsWith("fq"),
                Math.min(bqlBytes, knobs.number("bql.limit-max", UNLIMITED)),
                (int) knobs.number("ring.tx", 512),
                prober ? 0 : knobs.number("reflector.hold", 0),
                !knobs.hasXsk() || knobs.isOn(KnobValues.NEED_WAKEUP),
                parameters.get(Parameter.SHARED_CORE));
    }

    private static Map<Parameter, Double> withTruth(
            KnobValues knobs, Map<Parameter, Double> model, Map<String, Map<String, Map<Parameter, Double>>> truth) {
        Map<Parameter, Double> all = new EnumMap<>(Parameter.class);
        all.putAll(model);
        truth.forEach((knob, byValue) -> all.putAll(byValue.getOrDefault(knobs.told(knob), Map.of())));
        return all;
    }

    /** One CPU is where the interrupt runs; with several it runs anywhere. */
    private static Placement placement(String affinity, int appCpu, Parameters parameters) {
        if (!affinity.matches("\\d+")) {
            return Placement.SPREAD;
        }
        int irqCpu = Integer.parseInt(affinity);
        double perSocket = parameters.get(Parameter.CPUS) / parameters.get(Parameter.SOCKETS);
        if (irqCpu == appCpu) {
            return Placement.SAME_CPU;
        }
        boolean sameSocket = (int) (irqCpu / perSocket) == (int) (appCpu / perSocket);
        return sameSocket ? Placement.SAME_SOCKET : Placement.OTHER_SOCKET;
    }

    private static int idle(String states) {
        return states.contains("C6") ? 6 : states.contains("C3") ? 3 : states.contains("C1") ? 1 : 0;
    }
}
