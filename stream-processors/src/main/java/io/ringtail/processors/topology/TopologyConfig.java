package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.EpochRules;
import io.ringtail.processors.analysis.alert.AlertCatalogue;
import io.ringtail.processors.analysis.alert.AlertRules;
import io.ringtail.schemas.topic.Topics;
import java.time.Duration;

/**
 * How the streams treat time.
 *
 * @param epochs how changes cut epochs
 * @param responderWait how long a window waits for the responder's data, in event time
 * @param retention how long windows are kept for late data, behind the path's newest
 * @param silentAfter after this without a heartbeat a prober counts as silent, by the wall clock
 * @param caughtUp lag up to which wall-clock judgements are made
 * @param registration how often a path is registered anew with its hosts
 * @param forgetPaths a path not registered for so long is forgotten by its hosts
 * @param partitions partitions of the topics keyed by host
 * @param alerts the alert rules in force
 */
public record TopologyConfig(
        EpochRules epochs,
        Duration responderWait,
        Duration retention,
        Duration silentAfter,
        Duration caughtUp,
        Duration registration,
        Duration forgetPaths,
        int partitions,
        AlertRules alerts) {

    /** What production uses. */
    public static final TopologyConfig DEFAULT = new TopologyConfig(
            EpochRules.DEFAULT,
            Duration.ofSeconds(5),
            Duration.ofSeconds(1200),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofHours(24),
            Topics.PARTITIONS,
            AlertCatalogue.shipped());

    /** The same with other alert rules. */
    public TopologyConfig withAlerts(AlertRules other) {
        return new TopologyConfig(
                epochs, responderWait, retention, silentAfter, caughtUp, registration, forgetPaths, partitions, other);
    }
}
