package io.ringtail.standalone.simulate;

import io.ringtail.schemas.knob.Knob;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.standalone.config.Durations;
import io.ringtail.standalone.config.Nearest;
import io.ringtail.standalone.simulate.Scenario.Host;
import io.ringtail.standalone.simulate.Scenario.PathOf;
import io.ringtail.standalone.simulate.Scenario.Step;
import io.ringtail.standalone.simulate.model.Parameter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads a scenario from YAML; all its faults at once, each with the nearest known name. Used once. */
public final class ScenarioFile {
    private static final Set<String> KEYS =
            Set.of("about", "seed", "duration", "host", "hosts", "paths", "changes", "truth");
    private static final Set<String> HOST_KEYS = Set.of("interface", "knobs", "model");
    private static final Set<String> PATH_KEYS =
            Set.of("probe", "name", "prober", "responder", "bytes", "sessions", "rate", "think", "burst");
    private static final Set<String> STEP_KEYS = Set.of("at", "hosts", "knobs", "model");

    private final List<String> faults = new ArrayList<>();

    private ScenarioFile() {}

    /**
     * Reads a scenario.
     *
     * @param name its name
     * @param yaml the text
     * @throws IllegalArgumentException with every fault, one a line
     */
    public static Scenario parse(String name, String yaml) {
        Object root;
        try {
            root = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
        } catch (YAMLException e) {
            throw new IllegalArgumentException("not YAML: " + e.getMessage(), e);
        }
        ScenarioFile file = new ScenarioFile();
        Scenario scenario = file.scenario(name, file.map("the scenario", root));
        if (!file.faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", file.faults));
        }
        return scenario;
    }

    private Scenario scenario(String name, Map<String, Object> root) {
        known("the scenario", root, KEYS);
        Map<String, Object> common = map("host", root.get("host"));
        Map<String, Host> hosts = new LinkedHashMap<>();
        map("hosts", root.get("hosts")).forEach((host, spec) -> hosts.put(host, host(host, common, spec)));
        List<PathOf> paths = list("paths", root.get("paths")).stream()
                .map(each -> path(map("a path", each), hosts))
                .toList();
        List<Step> changes = list("changes", root.get("changes")).stream()
                .map(each -> step(map("a change", each), hosts))
                .sorted(Comparator.comparing(Step::at))
                .toList();
        if (hosts.isEmpty() || paths.isEmpty()) {
            faults.add("a scenario needs hosts and paths");
        }
        return new Scenario(
                name,
                text(root, "about", "").strip(),
                (long) number(root, "seed", 1),
                duration(root, "duration", "20m"),
                hosts,
                paths,
                changes,
                truth(map("truth", root.get("truth"))));
    }

    private Host host(String name, Map<String, Object> common, Object spec) {
        Map<String, Object> own = map(name, spec);
        known("host", common, HOST_KEYS);
        known("host " + name, own, HOST_KEYS);
        Map<String, String> knobs = new TreeMap<>(knobs(common));
        knobs.putAll(knobs(own));
        Map<Parameter, Double> model = new EnumMap<>(Parameter.class);
        model.putAll(model(common.get("model")));
        model.putAll(model(own.get("model")));
        return new Host(text(own, "interface", text(common, "interface", "eth0")), knobs, model);
    }

    private PathOf path(Map<String, Object> spec, Map<String, Host> hosts) {
        known("path", spec, PATH_KEYS);
        List<Integer> bytes = Arrays.stream(text(spec, "bytes", "40/40").split("/"))
                .map(each -> tried("bytes", () -> Integer.parseInt(each.strip()), 40))
                .toList();
        return new PathOf(
                text(spec, "name", "rr"),
                hostOf(text(spec, "prober", ""), hosts),
                hostOf(text(spec, "responder", ""), hosts),
                tried(
                        "probe",
                        () -> ProbeKind.valueOf(text(spec, "probe", "udp_rr").toUpperCase(Locale.ROOT)),
                        ProbeKind.UDP_RR),
                bytes.getFirst(),
                bytes.getLast(),
                (int) number(spec, "sessions", 1),
                (int) number(spec, "rate", 0),
                duration(spec, "think", "0ns"),
                (int) Math.max(1, number(spec, "burst", 1)));
    }

    private Step step(Map<String, Object> spec, Map<String, Host> hosts) {
        known("change", spec, STEP_KEYS);
        Object where = spec.getOrDefault("hosts", new ArrayList<>(hosts.keySet()));
        List<String> on = (where instanceof List<?> ? list("hosts", where) : List.of(where))
                .stream().map(each -> hostOf(String.valueOf(each), hosts)).toList();
        return new Step(duration(spec, "at", "0s"), on, knobs(spec), model(spec.get("model")));
    }

    private Map<String, Map<String, Map<Parameter, Double>>> truth(Map<String, Object> spec) {
        Map<String, Map<String, Map<Parameter, Double>>> all = new LinkedHashMap<>();
        spec.forEach((knob, values) -> {
            checkKnob(knob);
            Map<String, Map<Parameter, Double>> byValue = new LinkedHashMap<>();
            map(knob, values).forEach((value, model) -> byValue.put(value, model(model)));
            all.put(knob, byValue);
        });
        return all;
    }

    private Map<String, String> knobs(Map<String, Object> spec) {
        Map<String, String> all = new TreeMap<>();
        map("knobs", spec.get("knobs")).forEach((name, value) -> {
            checkKnob(name);
            all.put(name, said(value));
        });
        return all;
    }

    /** YAML reads on and off as truth values; the catalogue's flags are words. */
    private static String said(Object value) {
        return value instanceof Boolean flag ? flag ? "on" : "off" : String.valueOf(value);
    }

    private void checkKnob(String name) {
        if (Knobs.named(name).filter(knob -> knob.kind() == Knob.Kind.SETTING).isEmpty()) {
            List<String> known = Knobs.all().stream()
                    .filter(knob -> knob.kind() == Knob.Kind.SETTING)
                    .map(Knob::name)
                    .toList();
            faults.add("no setting is called " + name + "; did you mean " + Nearest.of(name, known) + "?");
        }
    }

    private Map<Parameter, Double> model(Object spec) {
        Map<Parameter, Double> all = new EnumMap<>(Parameter.class);
        map("model", spec)
                .forEach((name, value) -> Parameter.named(name)
                        .ifPresentOrElse(
                                parameter -> all.put(parameter, numeric(name, value)),
                                () -> faults.add("no parameter of the model is called " + name + "; did you mean "
                                        + Nearest.of(
                                                name,
                                                Arrays.stream(Parameter.values())
                                                        .map(Parameter::key)
                                                        .toList())
                                        + "?")));
        return all;
    }

    private String hostOf(String name, Map<String, Host> hosts) {
        if (!hosts.containsKey(name)) {
            faults.add("no host is called '" + name + "'; did you mean " + Nearest.of(name, hosts.keySet()) + "?");
        }
        return name;
    }

    private void known(String where, Map<String, Object> spec, Set<String> keys) {
        spec.keySet().stream()
                .filter(key -> !keys.contains(key))
                .forEach(key ->
                        faults.add(where + ": unknown key " + key + "; did you mean " + Nearest.of(key, keys) + "?"));
    }

    private Map<String, Object> map(String where, Object value) {
        Map<String, Object> all = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> all.put(said(key), each));
        } else if (value != null) {
            faults.add(where + ": give names and values, not " + value);
        }
        return all;
    }

    private List<?> list(String where, Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        if (value != null) {
            faults.add(where + ": give a list, not " + value);
        }
        return List.of();
    }

    private static String text(Map<String, Object> spec, String key, String usual) {
        return String.valueOf(spec.getOrDefault(key, usual));
    }

    private double number(Map<String, Object> spec, String key, double usual) {
        return numeric(key, spec.getOrDefault(key, usual));
    }

    private double numeric(String key, Object value) {
        return tried(key, () -> Double.parseDouble(String.valueOf(value)), 0.0);
    }

    private Duration duration(Map<String, Object> spec, String key, String usual) {
        return tried(key, () -> Durations.parse(text(spec, key, usual)), Duration.ZERO);
    }

    private <T> T tried(String where, Supplier<T> made, T otherwise) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            faults.add(where + ": " + e.getMessage());
            return otherwise;
        }
    }
}
