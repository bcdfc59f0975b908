package io.ringtail.processors.analysis.alert;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The rules in force: those of the catalogue, with what a user changed. Immutable.
 *
 * @param rules all that are enabled, in the catalogue's order
 * @param objectives thresholds of single paths; the first that fits counts
 * @param baselines what settings ought to be
 */
public record AlertRules(List<AlertRule> rules, List<Objective> objectives, List<Baseline> baselines) {
    /** No rules: nothing is ever alerted. */
    public static final AlertRules NONE = new AlertRules(List.of(), List.of(), List.of());

    /**
     * A threshold of its own for paths.
     *
     * @param path fits a path's label
     * @param figure the figure, in the rule's threshold
     */
    public record Objective(Pattern path, String figure, double above, double clear) {}

    /**
     * What settings ought to be.
     *
     * @param host fits a host's name
     * @param iface fits an interface's name
     * @param settings values by name of the knob catalogue
     */
    public record Baseline(Pattern host, Pattern iface, Map<String, String> settings) {}

    /** All rules of a kind. */
    public <T extends AlertRule> List<T> of(Class<T> kind) {
        return rules.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** All rules of levels of a subject. */
    public List<AlertRule.Level> levels(AlertRule.Subject subject) {
        return of(AlertRule.Level.class).stream()
                .filter(each -> each.subject() == subject)
                .toList();
    }

    /** All rules that listen to something. */
    public List<AlertRule.Event> on(AlertRule.Happening happening) {
        return of(AlertRule.Event.class).stream()
                .filter(each -> each.on() == happening)
                .toList();
    }

    /**
     * Rules of levels of paths, with the objectives of one.
     *
     * @param label the path's label
     */
    public List<AlertRule.Level> forPath(String label) {
        List<AlertRule.Level> all = levels(AlertRule.Subject.PATH);
        return objectives.isEmpty()
                ? all
                : all.stream().map(rule -> forPath(rule, label)).toList();
    }

    private AlertRule.Level forPath(AlertRule.Level rule, String label) {
        return new AlertRule.Level(
                rule.name(),
                rule.severity(),
                rule.says(),
                rule.subject(),
                rule.when().stream().map(each -> forPath(each, label)).toList(),
                rule.seconds(),
                rule.of());
    }

    private Threshold forPath(Threshold threshold, String label) {
        return objectives.stream()
                .filter(each -> threshold.figures().equals(List.of(each.figure())))
                .filter(each -> each.path().matcher(label).matches())
                .findFirst()
                .map(each -> new Threshold(threshold.figures(), threshold.mode(), each.above(), each.clear()))
                .orElse(threshold);
    }

    /** What a setting of an interface ought to be; absent where nobody said. */
    public Optional<String> declared(String host, String iface, String setting) {
        return baselines.stream()
                .filter(each -> each.host().matcher(host).matches()
                        && each.iface().matcher(iface).matches())
                .filter(each -> each.settings().containsKey(setting))
                .findFirst()
                .map(each -> each.settings().get(setting));
    }
}
