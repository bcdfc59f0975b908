package io.ringtail.schemas.topic;

import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.DeadLetter;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.PathFact;
import io.ringtail.schemas.record.PathRegistration;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.TailAssociations;
import io.ringtail.schemas.record.TailShift;
import io.ringtail.schemas.record.Tcp;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.record.Xsk;
import io.ringtail.schemas.topic.Topic.Cleanup;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** The topic catalogue: every topic that Ringtail writes, one line each. The schemas' own topic is the registry's. */
public final class Topics {
    /** Partitions of every topic keyed by host or path, so that what is joined is co-partitioned. */
    public static final int PARTITIONS = 4;

    /** How long raw records stay in Kafka. */
    public static final Duration RAW_RETENTION = Duration.ofHours(24);

    /** How long derived records stay in Kafka; the history keeps them longer. */
    public static final Duration DERIVED_RETENTION = Duration.ofDays(7);

    /** How long records between the stages of the stream processors stay in Kafka. */
    public static final Duration INTERNAL_RETENTION = Duration.ofHours(6);

    // spotless:off
    public static final Topic INTERRUPTS = raw("ringtail.interrupts", Interrupts.class, "interrupts per line and CPU");
    public static final Topic CPUS = raw("ringtail.cpus", Cpus.class, "CPU time, softirqs, softnet");
    public static final Topic RINGS =
            raw("ringtail.rings", Rings.class, "interface and queue counters, byte queue limits");
    public static final Topic XSK = raw("ringtail.xsk", Xsk.class, "AF_XDP sockets: rings, wake-ups, drops");
    public static final Topic TCP = raw("ringtail.tcp", Tcp.class, "the kernel's estimates of TCP round trips");
    public static final Topic ROUND_TRIPS =
            raw("ringtail.round-trips", RoundTrips.class, "round-trip samples in batches");
    public static final Topic SETTINGS = new Topic(
            "ringtail.settings",
            Settings.class,
            "host|netns|object",
            PARTITIONS,
            RAW_RETENTION,
            Cleanup.COMPACT,
            false,
            "collect",
            List.of("process", "serve"),
            "all settings of one object, a full snapshot each");
    public static final Topic AGENTS = new Topic(
            "ringtail.agents",
            Agent.class,
            "host",
            PARTITIONS,
            RAW_RETENTION,
            Cleanup.DELETE,
            true,
            "collect",
            List.of("process", "serve"),
            "heartbeats: health, watermarks, clock");
    public static final Topic WINDOWS =
            analysed("ringtail.windows", Window.class, "one second of one path, joined with both ends");
    public static final Topic EPOCHS =
            analysed("ringtail.epochs", Epoch.class, "times in which all settings of both ends were constant");
    public static final Topic CHANGES = derived("ringtail.changes", Change.class, "host", "differences of settings");
    public static final Topic EFFECTS =
            analysed("ringtail.effects", Effect.class, "what a change did to the round trips of a path");
    public static final Topic ASSOCIATIONS = derived(
            "ringtail.associations", TailAssociations.class, "path id", "gauges that move with the tail of a path");
    public static final Topic SHIFTS =
            analysed("ringtail.shifts", TailShift.class, "shifts of a path that nobody announced, with suspects");
    /** One partition: whoever delivers alerts has all of them, in order. */
    public static final Topic ALERTS = new Topic(
            "ringtail.alerts",
            Alert.class,
            "alert id",
            1,
            Duration.ofHours(1),
            Cleanup.COMPACT,
            false,
            "process",
            List.of("serve"),
            "alerts: their newest state");

    public static final Topic DEAD_LETTERS = derived(
            "ringtail.dead-letters",
            DeadLetter.class,
            "source topic",
            "records that could not be used, with the reason");
    public static final Topic PATH_REGISTRATIONS = internal(
            "ringtail.path-registrations", PathRegistration.class, "host", "which paths have an end at a host");
    public static final Topic PATH_FACTS =
            internal("ringtail.path-facts", PathFact.class, "path id", "what the hosts of both ends say about a path");
    public static final Topic PATH_CHANGES =
            internal("ringtail.path-changes", Change.class, "path id", "changes on the hosts of a path's ends");
    public static final Topic SETTINGS_BY_HOST = internal(
            "ringtail.settings-by-host",
            Settings.class,
            "host",
            "settings that their writer had not put into the partition of their host");

    private static final List<Topic> ALL = List.of(
            INTERRUPTS,
            CPUS,
            RINGS,
            XSK,
            TCP,
            SETTINGS,
            ROUND_TRIPS,
            AGENTS,
            WINDOWS,
            EPOCHS,
            CHANGES,
            EFFECTS,
            ASSOCIATIONS,
            SHIFTS,
            ALERTS,
            DEAD_LETTERS,
            PATH_REGISTRATIONS,
            PATH_FACTS,
            PATH_CHANGES,
            SETTINGS_BY_HOST);
    // spotless:on

    private Topics() {}

    /** All topics, in the order of the data's way. */
    public static List<Topic> all() {
        return ALL;
    }

    /** The topic of this name, if it is ours. */
    public static Optional<Topic> named(String name) {
        return ALL.stream().filter(topic -> topic.name().equals(name)).findFirst();
    }

    /** The topic that records of this class go to. */
    public static Topic of(Class<? extends SpecificRecord> record) {
        return ALL.stream()
                .filter(topic -> topic.record() == record)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no topic takes " + record.getName()));
    }

    private static Topic raw(String name, Class<? extends SpecificRecord> record, String purpose) {
        return new Topic(
                name,
                record,
                "host",
                PARTITIONS,
                RAW_RETENTION,
                Cleanup.DELETE,
                false,
                "collect",
                List.of("process", "serve"),
                purpose);
    }

    private static Topic internal(String name, Class<? extends SpecificRecord> record, String key, String purpose) {
        return new Topic(
                name,
                record,
                key,
                PARTITIONS,
                INTERNAL_RETENTION,
                Cleanup.DELETE,
                false,
                "process",
                List.of("process"),
                purpose);
    }

    /** Derived by one stage, of a path, and read by another. */
    private static Topic analysed(String name, Class<? extends SpecificRecord> record, String purpose) {
        return new Topic(
                name,
                record,
                "path id",
                PARTITIONS,
                DERIVED_RETENTION,
                Cleanup.DELETE,
                false,
                "process",
                List.of("process", "serve"),
                purpose);
    }

    private static Topic derived(String name, Class<? extends SpecificRecord> record, String key, String purpose) {
        return new Topic(
                name,
                record,
                key,
                PARTITIONS,
                DERIVED_RETENTION,
                Cleanup.DELETE,
                false,
                "process",
                List.of("serve"),
                purpose);
    }
}
