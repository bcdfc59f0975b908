package io.ringtail.processors.topology;

import io.ringtail.schemas.topic.Topic;

/** Names of processors and stores: they are in changelog topics and operators' tools, so they never change lightly. */
final class Nodes {
    static final String HOST_STAGE = "host-stage";
    static final String PATH_STAGE = "path-stage";
    static final String EFFECT_STAGE = "effect-stage";
    static final String TAIL_STAGE = "tail-stage";
    static final String PATH_ALERT_STAGE = "path-alert-stage";
    static final String HOST_ALERT_STAGE = "host-alert-stage";

    static final String HOST_PATHS = "host-paths";
    static final String HOST_SETTINGS = "host-settings";
    static final String HOST_GAUGES = "host-gauges";
    static final String REGISTERED = "registered-paths";
    static final String RECORD_NUMBERS = "record-numbers";

    static final String PATHS = "paths";
    static final String WINDOWS = "path-windows";
    static final String GAUGES = "path-gauges";
    static final String SETTINGS = "path-settings";

    static final String EFFECT_PATHS = "effect-paths";
    static final String EFFECT_WINDOWS = "effect-windows";
    static final String EFFECT_EPOCHS = "effect-epochs";
    static final String EFFECT_PLACEBOS = "effect-placebos";

    static final String TAIL_PATHS = "tail-paths";
    static final String TAIL_WINDOWS = "tail-windows";
    static final String TAIL_CHANGES = "tail-changes";

    static final String PATH_ALERTS = "path-alerts";
    static final String HOST_ALERTS = "host-alerts";
    static final String ALERT_HOSTS = "alert-hosts";

    private static final String PREFIX = "ringtail.";

    private Nodes() {}

    static String source(Topic topic) {
        return shortName(topic) + "-source";
    }

    static String decode(Topic topic) {
        return shortName(topic) + "-decode";
    }

    static String sink(Topic topic) {
        return shortName(topic) + "-sink";
    }

    static String deadLetters(String stage) {
        return stage + "-dead-letters-sink";
    }

    private static String shortName(Topic topic) {
        return topic.name().startsWith(PREFIX) ? topic.name().substring(PREFIX.length()) : topic.name();
    }
}
