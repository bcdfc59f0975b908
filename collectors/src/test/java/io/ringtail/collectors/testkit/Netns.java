package io.ringtail.collectors.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network namespace of a test's own, with its interfaces and processes; all of it ends when it is closed. Needs root
 * and iproute2: {@link #create} skips the test where it cannot be made.
 */
public final class Netns implements AutoCloseable {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final int COMMAND_SECONDS = 30;

    private final String name;
    private final List<Process> processes = new ArrayList<>();

    private Netns(String name) {
        this.name = name;
    }

    /** Makes one with a name that no other test has. */
    public static Netns create() {
        String name = "ringtail-" + ProcessHandle.current().pid() + "-" + NEXT.incrementAndGet();
        Result made = execute(List.of("ip", "netns", "add", name));
        assumeTrue(made.status == 0, "needs CAP_SYS_ADMIN to make network namespaces: " + made.output);
        return new Netns(name);
    }

    /** Its name, as {@code ip netns exec} takes it. */
    public String name() {
        return name;
    }

    /** Where it can be entered. */
    public Path path() {
        return Path.of("/run/netns", name);
    }

    /** Runs {@code ip} for this namespace; fails the test if it fails. */
    public Netns ip(String... arguments) {
        command("ip", List.of("-n", name), arguments);
        return this;
    }

    /** Runs a command inside, with this namespace's {@code /sys}, and gives its output; fails the test if it fails. */
    public String run(String... command) {
        return command("ip", List.of("netns", "exec", name), command);
    }

    /** A pair of veth interfaces inside, up, with four queues each way and two channels in use. */
    public Netns veth(String one, String other) {
        ip(
                "link",
                "add",
                one,
                "numtxqueues",
                "4",
                "numrxqueues",
                "4",
                "type",
                "veth",
                "peer",
                "name",
                other,
                "numtxqueues",
                "4",
                "numrxqueues",
                "4");
        return up(one).up(other);
    }

    /** A veth pair between two namespaces, up at both ends. */
    public Netns veth(String here, Netns peer, String there) {
        ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", peer.name);
        peer.up(there);
        return up(here);
    }

    /** A tap interface, up. */
    public Netns tap(String tap) {
        ip("tuntap", "add", "dev", tap, "mode", "tap");
        return up(tap);
    }

    /** An intermediate functional block, which has byte queue limits, up. */
    public Netns ifb(String ifb) {
        ip("link", "add", ifb, "type", "ifb");
        return up(ifb);
    }

    /** Sets an interface up. */
    public Netns up(String link) {
        return ip("link", "set", link, "up");
    }

    /** Starts a main class of the test's class path inside; its standard error is the test's. */
    public Process java(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", name));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xmx128m", "-XX:+UseSerialGC", "-cp"));
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            processes.add(process);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A process inside that ends with it. */
    void own(Process process) {
        processes.add(process);
    }

    @Override
    public void close() {
        processes.forEach(Netns::end);
        Result removed = execute(List.of("ip", "netns", "del", name));
        assertThat(removed.status).as(removed.output).isZero();
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    private static String command(String first, List<String> second, String... rest) {
        List<String> command = new ArrayList<>(List.of(first));
        command.addAll(second);
        command.addAll(List.of(rest));
        Result result = execute(command);
        assertThat(result.status).as("%s: %s", command, result.output).isZero();
        return result.output;
    }

    private static Result execute(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> output(process));
            boolean ended = process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                // Only then: it closes the output, too, which may not be read to its end yet.
                process.destroyForcibly();
            }
            return new Result(ended ? process.exitValue() : -1, output.join());
        } catch (IOException e) {
            return new Result(-1, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Result(-1, "interrupted");
        }
    }

    private static String output(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private record Result(int status, String output) {}
}
