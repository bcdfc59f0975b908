package io.ringtail.standalone.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Two hosts on one machine: network namespaces joined by a veth pair (the measured path), each with a second veth pair
 * to the test, over which the broker is reached. Everything is removed again, processes first.
 *
 * <pre>
 *   test: broker, processors, history, page      10.77.2.1 and 10.77.3.1
 *     |                         |
 *   mgmt 10.77.2.2            mgmt 10.77.3.2
 *   alpha  veth0 10.77.1.1 == 10.77.1.2 veth0  beta
 * </pre>
 */
final class Lab implements AutoCloseable {
    /** Address that both hosts reach the test by. */
    static final String TEST_ADDRESS = "10.77.2.1";

    static final String ALPHA_ADDRESS = "10.77.1.1";
    static final String BETA_ADDRESS = "10.77.1.2";

    private static final String MAIN = "io.ringtail.standalone.Main";

    private final String suffix = Long.toString(ProcessHandle.current().pid() % 100_000, 36);
    private final Path logs;
    private final List<Process> processes = new ArrayList<>();
    private final String alpha = "rt-alpha-" + suffix;
    private final String beta = "rt-beta-" + suffix;

    private Lab(Path logs) {
        this.logs = logs;
    }

    /** Makes the namespaces; needs root. */
    static Lab open(Path logs) {
        Lab lab = new Lab(logs);
        try {
            lab.build();
            return lab;
        } catch (RuntimeException e) {
            lab.close();
            throw e;
        }
    }

    String alpha() {
        return alpha;
    }

    String beta() {
        return beta;
    }

    /** Runs a command in a namespace and gives what it printed; a failure is an error. */
    static String in(String namespace, String... command) {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        all.addAll(Arrays.asList(command));
        return run(all.toArray(String[]::new));
    }

    /** Starts the ringtail command in a namespace, with its output in a file of this name. */
    Process ringtail(String namespace, String name, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        all.addAll(command(MAIN, arguments));
        return start(name, all);
    }

    /** Starts the ringtail command beside the test. */
    Process here(String name, String... arguments) throws IOException {
        return start(name, command(MAIN, arguments));
    }

    /** Starts another main class of the test's beside the test. */
    Process java(String name, String main, String... arguments) throws IOException {
        return start(name, command(main, arguments));
    }

    private Process start(String name, List<String> all) throws IOException {
        Process process = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        logs.resolve(name + ".log").toFile()))
                .start();
        processes.add(process);
        return process;
    }

    /** The command line that starts ringtail from this build. */
    static List<String> command(String main, String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:-UseCompactObjectHeaders",
                "-cp",
                System.getProperty("java.class.path"),
                main));
        all.addAll(Arrays.asList(arguments));
        return all;
    }

    private void build() {
        run("ip", "netns", "add", alpha);
        run("ip", "netns", "add", beta);
        run(
                "ip",
                "link",
                "add",
                "veth0",
                "netns",
                alpha,
                "numtxqueues",
                "4",
                "numrxqueues",
                "4",
                "type",
                "veth",
                "peer",
                "name",
                "veth0",
                "netns",
                beta,
                "numtxqueues",
                "4",
                "numrxqueues",
                "4");
        address(alpha, "veth0", ALPHA_ADDRESS + "/24");
        address(beta, "veth0", BETA_ADDRESS + "/24");
        management(alpha, "rtma" + suffix, TEST_ADDRESS, "10.77.2.2");
        management(beta, "rtmb" + suffix, "10.77.3.1", "10.77.3.2");
        in(beta, "ip", "route", "add", TEST_ADDRESS + "/32", "via", "10.77.3.1");
    }

    private void management(String namespace, String outside, String outsideAddress, String insideAddress) {
        run("ip", "link", "add", outside, "type", "veth", "peer", "name", "mgmt", "netns", namespace);
        run("ip", "addr", "add", outsideAddress + "/30", "dev", outside);
        run("ip", "link", "set", outside, "up");
        address(namespace, "mgmt", insideAddress + "/30");
    }

    private static void address(String namespace, String device, String address) {
        in(namespace, "ip", "link", "set", "lo", "up");
        in(namespace, "ip", "addr", "add", address, "dev", device);
        in(namespace, "ip", "link", "set", device, "up");
    }

    private static String run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(20, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new IllegalStateException(String.join(" ", command), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        processes.forEach(Lab::end);
        for (String namespace : List.of(alpha, beta)) {
            quietly("ip", "netns", "del", namespace);
        }
        quietly("ip", "link", "del", "rtma" + suffix);
        quietly("ip", "link", "del", "rtmb" + suffix);
    }

    static void end(Process process) {
        try {
            process.destroy();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static void quietly(String... command) {
        try {
            run(command);
        } catch (IllegalStateException e) {
            // already gone with its namespace
        }
    }
}
