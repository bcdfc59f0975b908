package io.ringtail.standalone.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ringtail.standalone.broker.BrokerSettings;
import io.ringtail.standalone.broker.EmbeddedBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What users do wrong, against the command as they run it: the message, the exit code, and that nothing else is lost. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class BadInputIT {
    @TempDir
    Path dir;

    private record Ended(int exitCode, String output) {}

    @Test
    void anUnknownOptionIsToldWithTheNearestKnownOne() throws Exception {
        Ended ended = run("up", "--prot", "8081");
        assertThat(ended.exitCode).isEqualTo(2);
        assertThat(ended.output).contains("--prot").contains("--port").doesNotContain("\tat ");
    }

    @Test
    void anUnknownCommandIsToldWithTheNearestKnownOne() throws Exception {
        Ended ended = run("colect");
        assertThat(ended.exitCode).isEqualTo(2);
        assertThat(ended.output).contains("colect").contains("collect").doesNotContain("\tat ");
    }

    @Test
    void anUnknownConfigurationKeyIsToldWithTheNearestKnownOne() throws Exception {
        Path file = Files.writeString(dir.resolve("r.yaml"), "ringtail:\n  web:\n    prot: 1\n");
        Ended ended = run("up", "--config", file.toString());
        assertThat(ended.exitCode).isEqualTo(78);
        assertThat(ended.output).contains("ringtail.web.prot").contains("did you mean ringtail.web.port?");
    }

    @Test
    void allFaultsOfProbesAreTold() throws Exception {
        Ended ended = run("up", "--probe", "sctp://x", "--probe", "udp://h:7411?rate=fast&colour=red");
        assertThat(ended.exitCode).isEqualTo(78);
        assertThat(ended.output)
                .contains("sctp://x")
                .contains("rate")
                .contains("colour")
                .doesNotContain("two probes");
    }

    @Test
    void severalProbesAreSeveral() throws Exception {
        Ended ended = run("collect", "--bootstrap", "no port here", "--probe", "udp://a:1", "--probe", "tcp://a:1");
        assertThat(ended.output).contains("no port here").doesNotContain("two probes");
    }

    @Test
    void aWrongTimeIsTold() throws Exception {
        Ended ended = run("report", "--last", "yesterday");
        assertThat(ended.exitCode).isEqualTo(2);
        assertThat(ended.output).contains("'yesterday' is not a duration").contains("15m");
    }

    @Test
    void wrongFormsOfReportsAreTold() throws Exception {
        Ended unknown = run("report", "--format", "pdf");
        assertThat(unknown.exitCode).isEqualTo(2);
        assertThat(unknown.output).contains("pdf").containsIgnoringCase("markdown");
        Ended both = run("report", "--json", "--format", "csv");
        assertThat(both.exitCode).isEqualTo(2);
        assertThat(both.output).contains("--json and --format csv contradict each other");
        Ended step = run("report", "--step", "often");
        assertThat(step.exitCode).isEqualTo(2);
        assertThat(step.output).contains("--step: 'often' is not a duration");
        Ended from = run("report", "--from", "yesterday");
        assertThat(from.exitCode).isEqualTo(2);
        assertThat(from.output).contains("'yesterday' is no moment").contains("2026-01-31");
    }

    @Test
    void faultsOfAlertRulesAndAddressesAreTold() throws Exception {
        Path rules = dir.resolve("rules.yaml");
        Files.writeString(rules, "rules: {RingtailLoss: {severity: urgent}, Mine: {on: full-moon}}");
        String key = "ringtail.alerts.rules=";
        Ended faults = run("process", "--bootstrap", "127.0.0.1:1", "-D", key + rules);
        assertThat(faults.exitCode).isEqualTo(78);
        assertThat(faults.output)
                .contains(rules.toString(), "rules.RingtailLoss.severity: info, warning or critical, and not urgent")
                .contains("rules.Mine.severity: info, warning or critical", "and not full-moon");
        Ended none = run("up", "-D", key + dir.resolve("none.yaml"));
        assertThat(none.exitCode).isEqualTo(78);
        assertThat(none.output).contains("none.yaml: there is no such file");
        Ended boards = run("dashboards", "export", "/proc/ringtail");
        assertThat(boards.exitCode).isEqualTo(73);
        assertThat(boards.output).contains("cannot be written to /proc/ringtail");
        Path exported = dir.resolve("boards");
        assertThat(run("dashboards", "export", exported.toString()).exitCode).isZero();
        assertThat(exported.resolve("ringtail-tail-now.json")).exists();
        Ended metrics = run("reflect", "--listen", "127.0.0.1:0", "-D", "ringtail.metrics.listen=9411");
        assertThat(metrics.exitCode).isEqualTo(78);
        assertThat(metrics.output).contains("'9411' is not an address and a port: write ringtail.metrics.listen");
        Ended address = run("up", "-D", "ringtail.alerts.alertmanagers=alertmanager:9093");
        assertThat(address.exitCode).isEqualTo(78);
        assertThat(address.output).contains("'alertmanager:9093' is no address: write it as http://host:port");
    }

    @Test
    void portsInUseAreNamedWithTheOptionThatChoosesAnother() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertTaken(up("--broker-port", port, "--port", "0", "--pg-port", "0"), port, "--broker-port");
            assertTaken(up("--broker-port", "0", "--port", "0", "--pg-port", port), port, "pg-port");
            assertTaken(up("--broker-port", "0", "--port", port, "--pg-port", "0"), port, "--port");
        }
    }

    @Test
    void aDataDirectoryOfSomebodyElseIsLeftAlone() throws Exception {
        Files.writeString(dir.resolve("thesis.tex"), "x");
        Ended ended = run("up", "--data-dir", dir.toString());
        assertThat(ended.exitCode).isEqualTo(73);
        assertThat(ended.output)
                .contains(dir.toString())
                .contains("other things")
                .contains("--data-dir");
    }

    @Test
    void aDataDirectoryThatCannotBeWrittenIsNamed() throws Exception {
        Ended ended = run("up", "--data-dir", "/proc/ringtail");
        assertThat(ended.exitCode).isEqualTo(73);
        assertThat(ended.output).contains("/proc/ringtail").contains("cannot be written");
    }

    @Test
    void aBrokerThatIsAwayIsRetriedVisiblyAndGivenUpOnRequest() throws Exception {
        Ended ended = run("collect", "--bootstrap", "127.0.0.1:1", "-D", "ringtail.give-up-after=4s");
        assertThat(ended.exitCode).isEqualTo(69);
        assertThat(ended.output)
                .contains("No Kafka broker answers at 127.0.0.1:1 yet")
                .contains("--bootstrap");
    }

    @Test
    void brokersThatCannotBeNamedAreAFaultOfTheConfiguration() throws Exception {
        Ended ended = run(
                "process",
                "--bootstrap",
                "no port here",
                "--data-dir",
                dir.resolve("p").toString());
        assertThat(ended.exitCode).isEqualTo(78);
        assertThat(ended.output).contains("no port here").contains("--bootstrap");
    }

    @Test
    void aReflectorOnAHostThatIsNoneSaysSo() throws Exception {
        Ended ended = run("reflect", "--listen", "300.1.1.1:7411");
        assertThat(ended.exitCode).isEqualTo(69);
        assertThat(ended.output).contains("300.1.1.1: no such host").doesNotContain("\tat ");
        Ended allowed = run("reflect", "--allow", "10.0.0.0/99");
        assertThat(allowed.exitCode).isEqualTo(78);
        assertThat(allowed.output).contains("'10.0.0.0/99' is not a network").doesNotContain("\tat ");
    }

    @Test
    void filesOfAnotherKindAreRefusedWithOneSentence() throws Exception {
        byte[] noise = new byte[3000];
        new Random(3).nextBytes(noise);
        String file = Files.write(dir.resolve("noise"), noise).toString();
        Ended imported = run("import", "ping", file, dir.resolve("out.avro").toString());
        assertThat(imported.exitCode).isEqualTo(73);
        assertThat(imported.output.lines()).containsExactly("Cannot import " + file + ": it is no text");
        Ended replayed = run("replay", file);
        assertThat(replayed.exitCode).isEqualTo(73);
        assertThat(replayed.output.lines())
                .containsExactly("Cannot replay " + file
                        + ": Not an Avro data file. It must be a file of ringtail record or import.");
        Ended simulated = run("simulate", file);
        assertThat(simulated.exitCode).isEqualTo(78);
        assertThat(simulated.output.lines()).containsExactly(file + " is no text: a scenario is a YAML file in UTF-8.");
    }

    @Test
    void aReflectorsPortInUseIsNamed() throws Exception {
        try (var taken = new java.net.DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            Ended ended = run("reflect", "--listen", "127.0.0.1:" + taken.getLocalPort());
            assertThat(ended.exitCode).isEqualTo(69);
            assertThat(ended.output)
                    .contains(Integer.toString(taken.getLocalPort()))
                    .contains("in use");
        }
    }

    @Test
    void theHistoryOfNobodyIsTold() throws Exception {
        Ended ended = run("changes", "--data-dir", dir.resolve("none").toString());
        assertThat(ended.exitCode).isEqualTo(69);
        assertThat(ended.output).contains("there is none").contains("ringtail up");
    }

    @Test
    void aSecondUpOnTheSameDirectoryIsRefusedAndTheFirstGoesOn() throws Exception {
        Path data = dir.resolve("data");
        try (Command first = child(Command.up(data, "--broker-port", "0", "--port", "0", "--pg-port", "0"))) {
            first.await(line -> line.startsWith("page"));
            Ended second = run("up", "--data-dir", data.toString());
            assertThat(second.exitCode).isEqualTo(73);
            assertThat(second.output).contains("another ringtail is using it");
            assertThat(first.process().isAlive()).isTrue();
            first.process().destroy();
            assertThat(first.process().waitFor(30, TimeUnit.SECONDS))
                    .as("ends when told")
                    .isTrue();
        }
    }

    @Test
    void aSourceWithoutPermissionDegradesAndIsNamed() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root: a mount namespace, another user");
        Path lib = Path.of("target", "ringtail", "lib").toAbsolutePath();
        assumeTrue(Files.isDirectory(lib), "needs the packaged jars: run mvn verify");
        Path denied = Files.createFile(
                dir.resolve("denied"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerSettings.loopback(dir.resolve("kafka")))) {
            String java = String.join(
                            " ",
                            Lab.command("io.ringtail.standalone.Main", "collect", "--bootstrap", broker.bootstrap()))
                    .replace(System.getProperty("java.class.path"), lib + "/*");
            String script =
                    "mount --bind " + denied + " /proc/softirqs && cd / && exec setpriv --reuid=65534 --regid=65534"
                            + " --clear-groups " + java.replace(lib + "/*", "'" + lib + "/*'");
            try (Command agent = child(List.of("unshare", "-m", "sh", "-c", script))) {
                String line = agent.await(text -> text.startsWith("cpus"));
                assertThat(line).contains("in part").contains("softirqs").containsIgnoringCase("denied");
                assertThat(agent.await(text -> text.startsWith("interrupts"))).contains("ok");
            }
        }
    }

    private void assertTaken(Ended ended, String port, String option) {
        assertThat(ended.exitCode).as(ended.output).isEqualTo(69);
        assertThat(ended.output).contains(port).contains(option).doesNotContain("\tat ");
    }

    private Ended up(String... options) throws Exception {
        return end(child(Command.up(Files.createTempDirectory(dir, "data"), options)));
    }

    private Ended run(String... arguments) throws Exception {
        return end(child(Lab.command("io.ringtail.standalone.Main", arguments)));
    }

    private Command child(List<String> command) throws IOException {
        return Command.start(dir, command);
    }

    private static Ended end(Command child) throws Exception {
        try (child) {
            assertThat(child.process().waitFor(60, TimeUnit.SECONDS))
                    .as("ends by itself: %s", child.output())
                    .isTrue();
            return new Ended(child.process().exitValue(), child.output());
        }
    }
}
