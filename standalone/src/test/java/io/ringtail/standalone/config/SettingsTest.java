package io.ringtail.standalone.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ringtail.standalone.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class SettingsTest {
    @TempDir
    Path dir;

    @Test
    void defaultsAreInForceWhereNothingIsSaid() {
        Settings settings = Settings.load(Map.of(), Optional.empty(), Map.of());
        assertThat(settings.config().collect().countersInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.config().web().port()).isEqualTo(8080);
        assertThat(settings.config().web().token()).isEmpty();
        assertThat(settings.describe()).isEmpty();
    }

    @Test
    void commandLineComesBeforeEnvironmentBeforeFile() throws Exception {
        Path file = Files.writeString(dir.resolve("ringtail.yaml"), """
                ringtail:
                  host: from-file
                  web:
                    port: 1
                  collect:
                    counters-interval: 100ms
                    probes:
                      - udp://10.0.0.2:7411
                      - udp://10.0.0.3:7411?rate=10,size=40
                kafka:
                  security.protocol: SSL
                """);
        Settings settings = Settings.load(
                Map.of("ringtail.web.port", "3"),
                Optional.of(file),
                Map.of("RINGTAIL_WEB_PORT", "2", "RINGTAIL_HOST", "from-env", "RINGTAIL_JAVA_OPTS", "-Xmx1g"));
        assertThat(settings.config().web().port()).isEqualTo(3);
        assertThat(settings.config().host()).contains("from-env");
        assertThat(settings.config().collect().countersInterval()).isEqualTo(Duration.ofMillis(100));
        assertThat(settings.config().collect().probes().orElseThrow())
                .containsExactly("udp://10.0.0.2:7411", "udp://10.0.0.3:7411?rate=10,size=40");
        assertThat(settings.kafka()).containsEntry("security.protocol", "SSL");
        assertThat(settings.describe())
                .contains("ringtail.web.port = 3  (command line)", "ringtail.host = from-env  (environment)");
        assertThat(settings.origins().get("ringtail.collect.counters-interval").source())
                .contains("ringtail.yaml");
    }

    @Test
    void allFaultsAreToldAtOnceEachWithTheNearestKnownName() throws Exception {
        Path file = Files.writeString(
                dir.resolve("ringtail.yaml"), "ringtail:\n  colect:\n    loopback: true\n  web:\n    port: eighty\n");
        UserError error = catchThrowableOfType(
                UserError.class,
                () -> Settings.load(
                        Map.of("ringtail.history.pg-prt", "1"),
                        Optional.of(file),
                        Map.of("RINGTAIL_BOOTSTRP", "x", "RINGTAIL_COLLECT_COUNTERS_INTERVAL", "1 fortnight")));
        assertThat(error.exitCode()).isEqualTo(UserError.CONFIG);
        assertThat(error)
                .hasMessageContaining("ringtail.colect.loopback")
                .hasMessageContaining("did you mean ringtail.collect.loopback?")
                .hasMessageContaining("did you mean ringtail.history.pg-port?")
                .hasMessageContaining("did you mean RINGTAIL_BOOTSTRAP?")
                .hasMessageContaining("eighty")
                .hasMessageContaining("1 fortnight");
    }

    @Test
    void aMissingFileAndBrokenYamlAreNamed() throws Exception {
        Path missing = dir.resolve("none.yaml");
        assertThat(catchThrowableOfType(UserError.class, () -> Settings.load(Map.of(), Optional.of(missing), Map.of())))
                .hasMessageContaining("none.yaml")
                .hasMessageContaining("--config");
        Path broken = Files.writeString(dir.resolve("broken.yaml"), "ringtail: [\n");
        assertThat(catchThrowableOfType(UserError.class, () -> Settings.load(Map.of(), Optional.of(broken), Map.of())))
                .hasMessageContaining("broken.yaml is not YAML");
    }

    @Test
    void secretsAreNotShown() {
        Settings settings = Settings.load(Map.of("ringtail.web.token", "s3cret"), Optional.empty(), Map.of());
        assertThat(String.join("\n", settings.describe())).contains("(hidden)").doesNotContain("s3cret");
    }

    @Test
    void theReferencePageHasEveryKeyAndNoOther() throws Exception {
        String page = Files.readString(Path.of("../docs/reference/configuration.md"));
        assertThat(page.lines()
                        .filter(line -> line.startsWith("| `ringtail."))
                        .map(line -> line.substring(3, line.indexOf('`', 3))))
                .containsExactlyInAnyOrderElementsOf(Settings.keys());
    }
}
