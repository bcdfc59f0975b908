package io.ringtail.standalone.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.serde.TopicSchemaRegistry;
import io.ringtail.schemas.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code ringtail up --netns}: the interfaces of a namespace are read as those of that namespace. Needs root. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class UpNamespacesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path dir;

    @Test
    void interfacesOfANamespaceAreRead() throws Exception {
        try (Lab lab = Lab.open(dir);
                Command up = Command.start(
                        dir,
                        Command.up(
                                dir.resolve("data"),
                                "--no-loopback",
                                "--netns",
                                lab.alpha(),
                                "--broker-port",
                                "0",
                                "--port",
                                "0",
                                "--pg-port",
                                "0"))) {
            String broker = up.await(line -> line.startsWith("broker")).replaceAll("^broker\\s+(\\S+).*", "$1");
            up.await(line -> line.startsWith("page"));
            try (TopicSchemaRegistry registry = new TopicSchemaRegistry(
                            Map.of("bootstrap.servers", broker), TopicSchemaRegistry.DEFAULT_TOPIC, PATIENCE);
                    TopicReader<Rings> rings = new TopicReader<>(broker, Topics.RINGS, Rings.class, registry);
                    TopicReader<Settings> settings =
                            new TopicReader<>(broker, Topics.SETTINGS, Settings.class, registry)) {
                rings.await(
                        PATIENCE,
                        "counters of the namespace's veth0",
                        each -> each.getOrigin().getNetns().equals(lab.alpha())
                                && each.getInterface$().equals("veth0"));
                settings.await(
                        PATIENCE,
                        "settings of the namespace's veth0",
                        each -> each.getOrigin().getNetns().equals(lab.alpha())
                                && each.getObject().equals("interface:veth0"));
                assertThat(rings.all().stream()
                                .map(each -> each.getOrigin().getNetns())
                                .distinct())
                        .as("no other namespace was asked for")
                        .isSubsetOf(List.of("", lab.alpha()));
            }
        }
    }
}
