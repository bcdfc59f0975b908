package io.ringtail.standalone.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.standalone.cli.Cli;
import io.ringtail.standalone.config.Settings;
import java.io.Reader;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

@Timeout(30)
class ComposeTest {
    private static final Set<String> OURS = Set.of("process", "serve", "reflect", "collect");

    private static Map<String, Map<String, Object>> services;
    private static Map<String, Object> volumes;

    @BeforeAll
    static void read() throws Exception {
        try (Reader reader = Files.newBufferedReader(Project.ROOT.resolve("docker-compose.yml"))) {
            Map<String, Map<String, Map<String, Object>>> file = new Yaml().load(reader);
            services = file.get("services");
            volumes = new java.util.HashMap<>(file.get("volumes"));
        }
    }

    @Test
    void hasTheBrokerTheHistoryAndEveryPart() {
        assertThat(services.keySet())
                .containsExactlyInAnyOrder(
                        "kafka",
                        "questdb",
                        "process",
                        "process-2",
                        "serve",
                        "reflect",
                        "collect",
                        "alertmanager",
                        "grafana");
    }

    @Test
    void everyServiceHasAHealthCheck() {
        assertThat(services)
                .allSatisfy((name, service) -> assertThat(map(service, "healthcheck"))
                        .containsKeys("test", "interval", "timeout", "retries", "start_period"));
    }

    @Test
    void everyPartRunsItsOwnCommandAsTheCommandLineKnowsIt() {
        assertThat(OURS).allSatisfy(name -> {
            List<String> command = list(services.get(name), "command").stream()
                    .map(Object::toString)
                    .toList();
            ParseResult parsed = new CommandLine(new Cli()).parseArgs(command.toArray(String[]::new));
            assertThat(parsed.subcommand().commandSpec().name()).isEqualTo(name);
        });
    }

    @Test
    void everyVariableIsAKeyOfTheConfiguration() {
        Set<String> known = Settings.keys().stream()
                .map(key -> key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_"))
                .collect(Collectors.toSet());
        assertThat(OURS)
                .allSatisfy(name -> assertThat(known)
                        .containsAll(map(services.get(name), "environment").keySet()));
    }

    @Test
    void everyPartThatNeedsTheBrokerIsToldWhereItIs() {
        assertThat(List.of("process", "serve", "collect"))
                .allSatisfy(name -> assertThat(list(services.get(name), "command"))
                        .containsSequence("--bootstrap", "localhost:9092"));
    }

    @Test
    void noPartOfOursHasACapability() {
        assertThat(OURS).allSatisfy(name -> {
            Map<String, Object> service = services.get(name);
            assertThat(list(service, "cap_drop")).containsExactly("ALL");
            assertThat(service).doesNotContainKeys("cap_add", "privileged", "user");
            assertThat(list(service, "security_opt")).contains("no-new-privileges:true");
        });
    }

    @Test
    void nothingIsPublishedBeyondLoopback() {
        assertThat(List.of("kafka", "questdb"))
                .allSatisfy(name -> assertThat(list(services.get(name), "ports"))
                        .isNotEmpty()
                        .allSatisfy(port -> assertThat(port.toString()).startsWith("127.0.0.1:")));
    }

    @Test
    void everyVolumeIsDeclared() {
        assertThat(services.values())
                .allSatisfy(service -> assertThat(list(service, "volumes")).allSatisfy(volume -> {
                    String from = volume.toString().replaceFirst(":.*", "");
                    assertThat(
                                    from.startsWith("./")
                                            ? Files.exists(Project.ROOT.resolve(from))
                                            : volumes.containsKey(from))
                            .as(from)
                            .isTrue();
                }));
    }

    @Test
    void dependsOnlyOnServicesThatExist() {
        assertThat(services.values())
                .allSatisfy(service -> assertThat(services.keySet())
                        .containsAll(map(service, "depends_on").keySet()));
    }

    @Test
    void everyServiceStartsAgainAndHasAMemoryLimit() {
        assertThat(services).allSatisfy((name, service) -> {
            assertThat(service.get("restart")).as(name).isEqualTo("unless-stopped");
            assertThat(String.valueOf(service.get("mem_limit"))).as(name).matches("\\d+[mg]");
        });
    }

    @Test
    void theTwoProcessorsShareNoVolume() {
        assertThat(services.get("process-2").get("command"))
                .isEqualTo(services.get("process").get("command"));
        assertThat(services.get("process-2").get("volumes"))
                .isNotEqualTo(services.get("process").get("volumes"));
    }

    @Test
    void everyImageHasAVersion() {
        assertThat(services)
                .allSatisfy((name, service) ->
                        assertThat(service.get("image").toString()).matches(".+:(v?\\d+\\.\\d+.*|local)"));
    }

    @Test
    void grafanaReadsTheHistoryAsTheFilesSay() throws Exception {
        Map<String, Object> environment = map(services.get("grafana"), "environment");
        String datasource =
                Files.readString(Project.ROOT.resolve("dashboards/grafana/provisioning/datasources/ringtail.yaml"));
        assertThat(environment).containsKeys("RINGTAIL_HISTORY_ADDRESS", "RINGTAIL_READER_PASSWORD");
        assertThat(datasource)
                .contains("$RINGTAIL_HISTORY_ADDRESS", "$RINGTAIL_READER_PASSWORD", "grafana-postgresql-datasource");
        assertThat(environment).containsEntry("GF_DASHBOARDS_MIN_REFRESH_INTERVAL", "1s");
        assertThat(map(services.get("questdb"), "environment")).containsEntry("QDB_PG_READONLY_USER", "reader");
        String provider =
                Files.readString(Project.ROOT.resolve("dashboards/grafana/provisioning/dashboards/ringtail.yaml"));
        assertThat(provider).contains("allowUiUpdates: false", "path: /etc/grafana/boards");
        assertThat(list(services.get("grafana"), "volumes"))
                .anySatisfy(volume -> assertThat(volume.toString()).contains("boards:/etc/grafana/boards"));
    }

    @Test
    void theImageRunsWithoutRoot() throws Exception {
        List<String> lines = Files.readAllLines(Project.ROOT.resolve("Dockerfile"));
        assertThat(lines).contains("USER ringtail", "FROM eclipse-temurin:25-jre");
        assertThat(lines.indexOf("USER ringtail"))
                .isLessThan(lines.indexOf("ENTRYPOINT [\"/opt/ringtail/bin/ringtail\"]"));
    }

    @SuppressWarnings("unchecked") // YAML has no types
    private static Map<String, Object> map(Map<String, Object> service, String key) {
        return (Map<String, Object>) service.getOrDefault(key, Map.of());
    }

    @SuppressWarnings("unchecked") // YAML has no types
    private static List<Object> list(Map<String, Object> service, String key) {
        return (List<Object>) service.getOrDefault(key, List.of());
    }
}
