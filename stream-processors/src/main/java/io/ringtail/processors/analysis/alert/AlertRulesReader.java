package io.ringtail.processors.analysis.alert;

import com.fasterxml.jackson.databind.JsonNode;
import io.ringtail.processors.analysis.alert.AlertRule.Happening;
import io.ringtail.processors.analysis.alert.AlertRule.Subject;
import io.ringtail.processors.analysis.alert.AlertRules.Baseline;
import io.ringtail.processors.analysis.alert.AlertRules.Objective;
import io.ringtail.processors.analysis.alert.Threshold.Mode;
import io.ringtail.schemas.knob.Knob;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.AlertSeverity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads rules and collects every fault before it tells them. For one use. */
final class AlertRulesReader {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern OFTEN = Pattern.compile("(\\d{1,2})s of (\\d{1,2})s");
    private static final Pattern LENGTH = Pattern.compile("(\\d{1,6})(s|m|h)");
    private static final int MOST_SECONDS = 60;

    private static final Set<String> COMMON = Set.of("severity", "says", "enabled");
    private static final Set<String> LEVEL = Set.of("when", "for");
    private static final Set<String> EVENT = Set.of("on", "knobs", "hold");
    private static final Set<String> SILENCE = Set.of("on", "after");
    private static final String SILENT = "agent-silent";
    private static final String DIFFERS = "baseline-differs";

    private final List<String> faults = new ArrayList<>();

    AlertRules read(JsonNode node) {
        keys("", node, Set.of("rules", "objectives", "baselines"));
        List<AlertRule> rules = new ArrayList<>();
        node.path("rules")
                .properties()
                .forEach(each -> rule(each.getKey(), each.getValue()).ifPresent(rules::add));
        List<Objective> objectives = new ArrayList<>();
        for (JsonNode each : node.path("objectives")) {
            objectives.add(objective("objectives[" + objectives.size() + "]", each));
        }
        List<Baseline> baselines = new ArrayList<>();
        for (JsonNode each : node.path("baselines")) {
            baselines.add(baseline("baselines[" + baselines.size() + "]", each));
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", faults));
        }
        return new AlertRules(List.copyOf(rules), List.copyOf(objectives), List.copyOf(baselines));
    }

    private Optional<AlertRule> rule(String name, JsonNode node) {
        if (!NAME.matcher(name).matches()) {
            faults.add("rules." + name + ": a name has letters, digits and _ only");
        }
        if (!node.isObject()) {
            faults.add("rules." + name + ": keys are missing: severity, says, and when or on");
            return Optional.empty();
        }
        if (!node.path("enabled").asBoolean(true)) {
            return Optional.empty();
        }
        return Optional.of(node.has("when") ? level(name, node) : event(name, node));
    }

    private AlertRule level(String name, JsonNode node) {
        String at = "rules." + name;
        keys(at, node, LEVEL);
        List<Threshold> when = new ArrayList<>();
        for (JsonNode each : node.path("when")) {
            when.add(threshold(at + ".when[" + when.size() + "]", each));
        }
        List<String> names =
                when.stream().map(Threshold::figures).flatMap(List::stream).toList();
        if (names.stream().map(Figures::source).distinct().count() > 1) {
            faults.add(at + ": its figures are not measured together: " + String.join(", ", names));
        }
        Matcher often = OFTEN.matcher(node.path("for").asText());
        int seconds = often.matches() ? Integer.parseInt(often.group(1)) : 0;
        int of = often.matches() ? Integer.parseInt(often.group(2)) : 0;
        if (seconds < 1 || of < seconds || of > MOST_SECONDS) {
            faults.add(at + ".for: \"20s of 30s\" is meant, 1 to " + MOST_SECONDS + " s: " + node.path("for"));
        }
        Subject subject = names.stream().findFirst().flatMap(Figures::subject).orElse(Subject.HOST);
        return new AlertRule.Level(name, severity(at, node), says(at, node), subject, List.copyOf(when), seconds, of);
    }

    private Threshold threshold(String at, JsonNode node) {
        only(at, node, Set.of("figure", "above", "clear", "increases", "changes"));
        List<String> figures = new ArrayList<>();
        (node.path("figure").isArray() ? node.path("figure") : List.of(node.path("figure")))
                .forEach(each -> figures.add(each.asText()));
        figures.stream()
                .filter(each -> Figures.subject(each).isEmpty())
                .forEach(each -> faults.add(at + ".figure: no figure: " + (each.isEmpty() ? "(missing)" : each)));
        Mode mode = node.path("increases").asBoolean()
                ? Mode.INCREASE
                : node.path("changes").asBoolean() ? Mode.CHANGE : Mode.VALUE;
        if (mode != Mode.VALUE) {
            return new Threshold(List.copyOf(figures), mode, 0, 0);
        }
        double above = number(at + ".above", node.path("above"));
        double clear = node.has("clear") ? number(at + ".clear", node.get("clear")) : above;
        if (clear > above) {
            faults.add(at + ".clear: it is over above: " + clear);
        }
        return new Threshold(List.copyOf(figures), mode, above, clear);
    }

    private AlertRule event(String name, JsonNode node) {
        String at = "rules." + name;
        String on = node.path("on").asText();
        if (on.equals(SILENT)) {
            keys(at, node, SILENCE);
            return new AlertRule.Silence(
                    name, severity(at, node), says(at, node), length(at + ".after", node.path("after")));
        }
        if (on.equals(DIFFERS)) {
            keys(at, node, Set.of("on"));
            return new AlertRule.Differs(name, severity(at, node), says(at, node));
        }
        keys(at, node, EVENT);
        return new AlertRule.Event(
                name,
                severity(at, node),
                says(at, node),
                happening(at, on),
                knobs(at, node.path("knobs")),
                length(at + ".hold", node.path("hold")));
    }

    private Happening happening(String at, String on) {
        Optional<Happening> found = Arrays.stream(Happening.values())
                .filter(each -> word(each).equals(on))
                .findFirst();
        if (found.isEmpty()) {
            String all = Arrays.stream(Happening.values())
                    .map(AlertRulesReader::word)
                    .collect(Collectors.joining(", "));
            faults.add(at + ": when is missing, or on, one of " + all + ", " + SILENT + ", " + DIFFERS
                    + (on.isEmpty() ? "" : ", and not " + on));
        }
        return found.orElse(Happening.REGRESSION);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private List<Pattern> knobs(String at, JsonNode node) {
        List<Pattern> all = new ArrayList<>();
        for (JsonNode each : node) {
            Pattern pattern = glob(each.asText());
            if (Knobs.all().stream().noneMatch(knob -> fits(pattern, knob))) {
                faults.add(at + ".knobs: no setting of the knob catalogue fits " + each.asText());
            }
            all.add(pattern);
        }
        return List.copyOf(all);
    }

    private static boolean fits(Pattern pattern, Knob knob) {
        return knob.kind() == Knob.Kind.SETTING && pattern.matcher(knob.name()).matches();
    }

    private Objective objective(String at, JsonNode node) {
        only(at, node, Set.of("path", "figure", "above", "clear"));
        String figure = node.path("figure").asText();
        if (Figures.subject(figure).filter(Subject.PATH::equals).isEmpty()) {
            faults.add(at + ".figure: no figure of a path: " + (figure.isEmpty() ? "(missing)" : figure));
        }
        double above = number(at + ".above", node.path("above"));
        double clear = node.has("clear") ? number(at + ".clear", node.get("clear")) : above;
        return new Objective(glob(text(at + ".path", node.path("path"))), figure, above, clear);
    }

    private Baseline baseline(String at, JsonNode node) {
        only(at, node, Set.of("host", "interface", "settings"));
        Map<String, String> settings = new TreeMap<>();
        node.path("settings").properties().forEach(each -> {
            if (Knobs.named(each.getKey())
                    .filter(knob -> knob.kind() == Knob.Kind.SETTING)
                    .isEmpty()) {
                faults.add(at + ".settings: no setting of the knob catalogue: " + each.getKey());
            }
            settings.put(each.getKey(), onOff(each.getValue()));
        });
        if (settings.isEmpty()) {
            faults.add(at + ".settings: it says none");
        }
        return new Baseline(
                glob(node.path("host").asText("*")), glob(node.path("interface").asText("*")), Map.copyOf(settings));
    }

    /** YAML makes a truth of on and off. */
    private static String onOff(JsonNode value) {
        return value.isBoolean() ? (value.asBoolean() ? "on" : "off") : value.asText();
    }

    private AlertSeverity severity(String at, JsonNode node) {
        String text = node.path("severity").asText();
        for (AlertSeverity each : AlertSeverity.values()) {
            if (word(each).equals(text)) {
                return each;
            }
        }
        faults.add(at + ".severity: info, warning or critical" + (text.isEmpty() ? "" : ", and not " + text));
        return AlertSeverity.INFO;
    }

    private String says(String at, JsonNode node) {
        return text(at + ".says", node.path("says"));
    }

    private String text(String at, JsonNode node) {
        if (node.asText().isBlank()) {
            faults.add(at + ": it is missing");
        }
        return node.asText();
    }

    private double number(String at, JsonNode node) {
        if (!node.isNumber()) {
            faults.add(at + ": a number is needed" + (node.isMissingNode() ? "" : ", and not " + node));
        }
        return node.asDouble();
    }

    private Duration length(String at, JsonNode node) {
        Matcher length = LENGTH.matcher(node.asText());
        if (!length.matches()) {
            faults.add(at + ": 30s, 10m or 2h is meant" + (node.isMissingNode() ? "" : ", and not " + node));
            return Duration.ZERO;
        }
        long count = Long.parseLong(length.group(1));
        return switch (length.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
    }

    private void keys(String at, JsonNode node, Set<String> own) {
        Set<String> all = new TreeSet<>(own);
        if (!at.isEmpty()) {
            all.addAll(COMMON);
        }
        only(at, node, all);
    }

    private void only(String at, JsonNode node, Set<String> known) {
        node.properties().forEach(each -> {
            if (!known.contains(each.getKey())) {
                faults.add((at.isEmpty() ? "" : at + ".") + each.getKey() + ": no such key; there are "
                        + known.stream().sorted().collect(Collectors.joining(", ")));
            }
        });
    }

    /** A glob of names: {@code *} stands for anything, {@code ?} for one character. */
    static Pattern glob(String glob) {
        StringBuilder regex = new StringBuilder();
        glob.chars()
                .forEach(c -> regex.append(
                        switch (c) {
                            case '*' -> ".*";
                            case '?' -> ".";
                            default -> Pattern.quote(Character.toString(c));
                        }));
        return Pattern.compile(regex.toString());
    }
}
