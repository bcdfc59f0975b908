package io.ringtail.schemas;

import java.util.Map;

/** Names of the labels of alerts, and how a subject reads. Each is fit for a label name of Prometheus. */
public final class AlertLabels {
    /** The path in words. */
    public static final String PATH = "path";

    /** Host that sends a path's requests. */
    public static final String PROBER = "prober";

    /** Host that replies. */
    public static final String RESPONDER = "responder";

    /** Host. */
    public static final String HOST = "host";

    /** Network namespace; absent for the host's own. */
    public static final String NETNS = "netns";

    /** Interface. */
    public static final String INTERFACE = "interface";

    /** Object of settings that is no interface. */
    public static final String OBJECT = "object";

    /** Setting, by its name in the knob catalogue. */
    public static final String SETTING = "setting";

    /** Settings that a change made differ, by their names, separated by blanks. */
    public static final String SETTINGS = "settings";

    /** Queue that a setting belongs to. */
    public static final String QUEUE = "queue";

    /** Metric that shifted. */
    public static final String METRIC = "metric";

    /** "true" where a simulator made the data. */
    public static final String SIMULATED = "simulated";

    private AlertLabels() {}

    /** What an alert is about, in words: a path, or host and interface. */
    public static String subject(Map<String, String> labels) {
        String path = labels.get(PATH);
        if (path != null) {
            return path;
        }
        String host = labels.getOrDefault(HOST, "");
        String netns = labels.containsKey(NETNS) ? "/" + labels.get(NETNS) : "";
        String object = labels.getOrDefault(INTERFACE, labels.getOrDefault(OBJECT, ""));
        return host + netns + (object.isEmpty() ? "" : ":" + object);
    }
}
