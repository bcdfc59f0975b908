package io.ringtail.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.TopicAdmin;
import io.ringtail.schemas.topic.TopicException;
import io.ringtail.schemas.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TopicAdminIT {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    private EmbeddedBroker broker;
    private Admin admin;

    @BeforeEach
    void start() {
        broker = EmbeddedBroker.start(BrokerSettings.loopback(directory));
        admin = Admin.create(broker.clientProperties());
    }

    @AfterEach
    void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void createsEveryTopicOfTheCatalogueWithItsSettingsInForce() throws Exception {
        assertThat(ensure().created())
                .containsExactlyInAnyOrderElementsOf(
                        Topics.all().stream().map(Topic::name).toList());
        for (Topic topic : Topics.all()) {
            assertThat(description(topic).partitions()).as(topic.name()).hasSize(topic.partitions());
            Config config = config(topic);
            TopicAdmin.settings(topic)
                    .forEach((name, value) ->
                            assertThat(config.get(name).value()).as(name).isEqualTo(value));
        }
    }

    @Test
    void compactsSettingsAndStampsHeartbeatsByTheBrokersClock() throws Exception {
        ensure();
        Config settings = config(Topics.SETTINGS);
        assertThat(settings.get("cleanup.policy").value()).isEqualTo("compact");
        assertThat(settings.get("min.compaction.lag.ms").value())
                .isEqualTo(Long.toString(Topics.RAW_RETENTION.toMillis()));
        assertThat(config(Topics.AGENTS).get("message.timestamp.type").value()).isEqualTo("LogAppendTime");
        assertThat(config(Topics.ROUND_TRIPS).get("message.timestamp.type").value())
                .isEqualTo("CreateTime");
    }

    @Test
    void createsNothingTwice() {
        ensure();
        assertThat(ensure()).isEqualTo(new TopicAdmin.Outcome(List.of(), List.of()));
    }

    @Test
    void createsWhatIsMissingAndLeavesTheRest() throws Exception {
        ensure();
        admin.deleteTopics(Set.of(Topics.WINDOWS.name())).all().get();
        Eventually.holds(() -> !admin.listTopics().names().get().contains(Topics.WINDOWS.name()));
        assertThat(ensure().created()).containsExactly(Topics.WINDOWS.name());
    }

    @Test
    void tellsADifferentRetentionAndLeavesIt() throws Exception {
        ensure();
        AlterConfigOp day = new AlterConfigOp(new ConfigEntry("retention.ms", "60000"), AlterConfigOp.OpType.SET);
        admin.incrementalAlterConfigs(Map.of(resource(Topics.WINDOWS), List.of(day)))
                .all()
                .get();
        Eventually.holds(
                () -> config(Topics.WINDOWS).get("retention.ms").value().equals("60000"));
        assertThat(ensure().differences())
                .singleElement()
                .asString()
                .contains("ringtail.windows has retention.ms=60000 instead of");
        assertThat(config(Topics.WINDOWS).get("retention.ms").value()).isEqualTo("60000");
    }

    @Test
    void refusesOtherPartitionsAndSaysWhy() throws Exception {
        ensure();
        admin.createPartitions(Map.of(Topics.RINGS.name(), NewPartitions.increaseTo(7)))
                .all()
                .get();
        Eventually.holds(() -> description(Topics.RINGS).partitions().size() == 7);
        assertThatThrownBy(this::ensure)
                .isInstanceOf(TopicException.class)
                .hasMessageContaining("ringtail.rings has 7 partitions instead of " + Topics.PARTITIONS)
                .hasMessageContaining("cannot be joined");
    }

    @Test
    void saysWhichBrokerDoesNotAnswer() {
        Map<String, Object> nobody = Map.of("bootstrap.servers", "127.0.0.1:1");
        assertThatThrownBy(() -> TopicAdmin.ensure(nobody, Optional.empty(), Duration.ofSeconds(1)))
                .isInstanceOf(TopicException.class)
                .hasMessageContaining("127.0.0.1:1")
                .hasMessageContaining("check the address");
    }

    private TopicAdmin.Outcome ensure() {
        return TopicAdmin.ensure(broker.clientProperties(), Optional.of((short) 1), DEADLINE);
    }

    private TopicDescription description(Topic topic) throws Exception {
        return admin.describeTopics(List.of(topic.name())).allTopicNames().get().get(topic.name());
    }

    private Config config(Topic topic) throws Exception {
        return admin.describeConfigs(List.of(resource(topic))).all().get().get(resource(topic));
    }

    private static ConfigResource resource(Topic topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
    }
}
