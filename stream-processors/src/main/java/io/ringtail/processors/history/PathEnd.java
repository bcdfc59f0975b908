package io.ringtail.processors.history;

import io.ringtail.schemas.record.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * An end of a path, to find its settings in the history.
 *
 * @param prober whether it is the prober's
 * @param host its host
 * @param netns its network namespace; empty for the host's own
 * @param device its interface
 */
record PathEnd(boolean prober, String host, String netns, String device) {
    static PathEnd prober(Path path) {
        return new PathEnd(true, path.getProberHost(), path.getProberNetns(), path.getProberInterface());
    }

    static PathEnd responder(Path path) {
        return new PathEnd(false, path.getResponderHost(), path.getResponderNetns(), path.getResponderInterface());
    }

    /** All settings of the end at a moment, those included whose value is not known. */
    List<SettingAt> all(HistoryQueries queries, long epochNs) {
        return queries.settings(host, epochNs).stream().filter(this::belongs).toList();
    }

    /** Known settings of the end at a moment by name, with a blank and the queue where they have one. */
    Map<String, String> settings(HistoryQueries queries, long epochNs) {
        Map<String, String> all = new TreeMap<>();
        for (SettingAt each : all(queries, epochNs)) {
            if (each.value() != null) {
                all.put(each.name() + (each.queue() == null ? "" : " " + each.queue()), each.value());
            }
        }
        return all;
    }

    private boolean belongs(SettingAt setting) {
        boolean sameNetns = Objects.requireNonNullElse(setting.netns(), "").equals(netns);
        String object = setting.object();
        if (object.equals("host")) {
            return true;
        }
        return sameNetns
                && (object.equals("netns")
                        || object.equals("interface:" + device)
                        || object.startsWith(prober ? "probe:" : "reflector:"));
    }

    /** Prefix of its settings' names in an epoch. */
    String prefix() {
        return prober ? "prober." : "responder.";
    }
}
