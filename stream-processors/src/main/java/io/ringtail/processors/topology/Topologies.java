package io.ringtail.processors.topology;

import io.ringtail.schemas.record.AlertStanding;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.EffectPathState;
import io.ringtail.schemas.record.EffectWindowState;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.GaugesPart;
import io.ringtail.schemas.record.HostStanding;
import io.ringtail.schemas.record.PathRegistration;
import io.ringtail.schemas.record.PathState;
import io.ringtail.schemas.record.PlaceboState;
import io.ringtail.schemas.record.SettingsPart;
import io.ringtail.schemas.record.TailPathState;
import io.ringtail.schemas.record.TailWindowState;
import io.ringtail.schemas.record.WindowState;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The topology of production and tests. Every node is named; its description is a golden file of the tests, so that a
 * renamed store, which would lose its state, is seen in review.
 */
public final class Topologies {
    private static final List<Topic> HOST_TOPICS = List.of(
            Topics.SETTINGS,
            Topics.SETTINGS_BY_HOST,
            Topics.INTERRUPTS,
            Topics.CPUS,
            Topics.RINGS,
            Topics.XSK,
            Topics.ROUND_TRIPS,
            Topics.AGENTS,
            Topics.PATH_REGISTRATIONS);

    private final SchemaRegistry registry;
    private final Topology topology = new Topology();

    private Topologies(SchemaRegistry registry) {
        this.registry = registry;
    }

    /**
     * Builds it.
     *
     * @param registry schemas of everything read and written; the caller closes it after the streams
     * @param config how time is treated
     */
    public static Topology build(SchemaRegistry registry, TopologyConfig config) {
        return new Topologies(registry).build(config);
    }

    private Topology build(TopologyConfig config) {
        HOST_TOPICS.forEach(topic -> addSource(topic, Nodes.HOST_STAGE));
        String[] decoders = HOST_TOPICS.stream().map(Nodes::decode).toArray(String[]::new);
        topology.addProcessor(Nodes.HOST_STAGE, () -> new HostStage(config), decoders);
        addStore(Nodes.HOST_PATHS, serde(PathRegistration.class), Nodes.HOST_STAGE);
        addStore(Nodes.HOST_SETTINGS, serde(SettingsPart.class), Nodes.HOST_STAGE);
        addStore(Nodes.HOST_GAUGES, serde(GaugesPart.class), Nodes.HOST_STAGE);
        addStore(Nodes.REGISTERED, Serdes.Long(), Nodes.HOST_STAGE);
        addStore(Nodes.RECORD_NUMBERS, Serdes.Long(), Nodes.HOST_STAGE);

        addSource(Topics.PATH_FACTS, Nodes.PATH_STAGE);
        topology.addProcessor(Nodes.PATH_STAGE, () -> new PathStage(config), Nodes.decode(Topics.PATH_FACTS));
        addStore(Nodes.PATHS, serde(PathState.class), Nodes.PATH_STAGE);
        addStore(Nodes.WINDOWS, serde(WindowState.class), Nodes.PATH_STAGE);
        addStore(Nodes.GAUGES, serde(GaugesPart.class), Nodes.PATH_STAGE);
        addStore(Nodes.SETTINGS, serde(SettingsPart.class), Nodes.PATH_STAGE);

        topology.addProcessor(Nodes.HOST_ALERT_STAGE, () -> new HostAlertStage(config), Nodes.HOST_STAGE);
        addStore(Nodes.HOST_ALERTS, serde(AlertStanding.class), Nodes.HOST_ALERT_STAGE);
        addStore(Nodes.ALERT_HOSTS, serde(HostStanding.class), Nodes.HOST_ALERT_STAGE);

        addSource(Topics.WINDOWS, Nodes.EFFECT_STAGE, Nodes.TAIL_STAGE, Nodes.PATH_ALERT_STAGE);
        addSource(Topics.EPOCHS, Nodes.EFFECT_STAGE);
        topology.addProcessor(
                Nodes.EFFECT_STAGE, EffectStage::new, Nodes.decode(Topics.WINDOWS), Nodes.decode(Topics.EPOCHS));
        addStore(Nodes.EFFECT_PATHS, serde(EffectPathState.class), Nodes.EFFECT_STAGE);
        addStore(Nodes.EFFECT_WINDOWS, serde(EffectWindowState.class), Nodes.EFFECT_STAGE);
        addStore(Nodes.EFFECT_EPOCHS, serde(Epoch.class), Nodes.EFFECT_STAGE);
        addStore(Nodes.EFFECT_PLACEBOS, serde(PlaceboState.class), Nodes.EFFECT_STAGE);
        addSource(Topics.PATH_CHANGES, Nodes.TAIL_STAGE);
        topology.addProcessor(
                Nodes.TAIL_STAGE, TailStage::new, Nodes.decode(Topics.WINDOWS), Nodes.decode(Topics.PATH_CHANGES));
        addStore(Nodes.TAIL_PATHS, serde(TailPathState.class), Nodes.TAIL_STAGE);
        addStore(Nodes.TAIL_WINDOWS, serde(TailWindowState.class), Nodes.TAIL_STAGE);
        addStore(Nodes.TAIL_CHANGES, serde(Change.class), Nodes.TAIL_STAGE);

        addSource(Topics.EFFECTS, Nodes.PATH_ALERT_STAGE);
        addSource(Topics.SHIFTS, Nodes.PATH_ALERT_STAGE);
        topology.addProcessor(
                Nodes.PATH_ALERT_STAGE,
                () -> new PathAlertStage(config.alerts()),
                Nodes.decode(Topics.WINDOWS),
                Nodes.decode(Topics.EFFECTS),
                Nodes.decode(Topics.SHIFTS));
        addStore(Nodes.PATH_ALERTS, serde(AlertStanding.class), Nodes.PATH_ALERT_STAGE);

        addSink(Topics.PATH_FACTS, Nodes.HOST_STAGE);
        addSink(Topics.PATH_REGISTRATIONS, Nodes.HOST_STAGE);
        addSink(Topics.SETTINGS_BY_HOST, Nodes.HOST_STAGE);
        addSink(Topics.CHANGES, Nodes.HOST_STAGE);
        addSink(Topics.PATH_CHANGES, Nodes.HOST_STAGE);
        addSink(Topics.WINDOWS, Nodes.PATH_STAGE);
        addSink(Topics.EPOCHS, Nodes.PATH_STAGE);
        addSink(Topics.EFFECTS, Nodes.EFFECT_STAGE);
        addDeadLetters(Nodes.HOST_STAGE, decoders);
        addDeadLetters(Nodes.PATH_STAGE, Nodes.decode(Topics.PATH_FACTS), Nodes.PATH_STAGE);
        addDeadLetters(Nodes.EFFECT_STAGE, Nodes.decode(Topics.WINDOWS), Nodes.decode(Topics.EPOCHS));
        addSink(Topics.ASSOCIATIONS, Nodes.TAIL_STAGE);
        addSink(Topics.SHIFTS, Nodes.TAIL_STAGE);
        addDeadLetters(Nodes.TAIL_STAGE, Nodes.decode(Topics.PATH_CHANGES));
        addSink(Topics.ALERTS, Nodes.HOST_ALERT_STAGE, Nodes.PATH_ALERT_STAGE);
        addDeadLetters(Nodes.PATH_ALERT_STAGE, Nodes.decode(Topics.EFFECTS), Nodes.decode(Topics.SHIFTS));
        return topology;
    }

    private void addSource(Topic topic, String... stages) {
        topology.addSource(Nodes.source(topic), new ByteArrayDeserializer(), new ByteArrayDeserializer(), topic.name());
        topology.addProcessor(
                Nodes.decode(topic),
                () -> new Decode(topic, serde(topic.record()), List.of(stages)),
                Nodes.source(topic));
    }

    private void addSink(Topic topic, String... parents) {
        topology.addSink(Nodes.sink(topic), topic.name(), new StringSerializer(), serde(topic.record()), parents);
    }

    private void addDeadLetters(String stage, String... parents) {
        topology.addSink(
                Nodes.deadLetters(stage),
                Topics.DEAD_LETTERS.name(),
                new StringSerializer(),
                serde(Topics.DEAD_LETTERS.record()),
                parents);
    }

    private <V> void addStore(String name, Serde<V> values, String processor) {
        StoreBuilder<KeyValueStore<String, V>> store =
                Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.String(), values);
        topology.addStateStore(store, processor);
    }

    private <T extends SpecificRecord> RecordSerde<T> serde(Class<T> type) {
        return new RecordSerde<>(type, registry);
    }
}
