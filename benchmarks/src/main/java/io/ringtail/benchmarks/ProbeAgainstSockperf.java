package io.ringtail.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Our closed loop against {@code sockperf ping-pong --full-rtt}, 40 bytes over loopback, in paired rounds whose order
 * alternates. Both tools' responders stay on CPU 0 and both pingers on CPU 1: where a thread lands moves a round trip
 * more than the tools differ.
 */
final class ProbeAgainstSockperf {
    private static final int SECONDS = 5;
    private static final String PORT = "17411";
    private static final String SOCKPERF_PORT = "17412";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String PING_PONG = "io.ringtail.collectors.probe.PingPong";

    private ProbeAgainstSockperf() {}

    static void run(int rounds) throws Exception {
        Series p50 = new Series("p50 ours / sockperf", "ratio");
        Series p99 = new Series("p99 ours / sockperf", "ratio");
        Series ours50 = new Series("p50 ours", "us");
        Series theirs50 = new Series("p50 sockperf", "us");
        Series ours99 = new Series("p99 ours", "us");
        Series theirs99 = new Series("p99 sockperf", "us");
        List<String> reflector = on("0", Child.ringtail("64m", PING_PONG, "reflect", "127.0.0.1:" + PORT));
        List<String> server = on("0", List.of("sockperf", "server", "-i", "127.0.0.1", "-p", SOCKPERF_PORT));
        try (Child ourEnd = Child.start(reflector);
                Child theirEnd = Child.start(server)) {
            ourEnd.await("reflecting on", LIMIT);
            theirEnd.await("listen on", LIMIT);
            for (int round = 0; round < rounds; round++) {
                double[] early = round % 2 == 0 ? ours() : sockperf();
                double[] late = round % 2 == 0 ? sockperf() : ours();
                double[] ours = round % 2 == 0 ? early : late;
                double[] theirs = round % 2 == 0 ? late : early;
                ours50.add(ours[0]);
                theirs50.add(theirs[0]);
                ours99.add(ours[1]);
                theirs99.add(theirs[1]);
                p50.add(ours[0] / theirs[0]);
                p99.add(ours[1] / theirs[1]);
            }
        }
        List.of(ours50, theirs50, p50, ours99, theirs99, p99).forEach(Series::print);
    }

    private static double[] ours() throws Exception {
        try (Child ping =
                Child.start(on("1", Child.ringtail("64m", PING_PONG, "127.0.0.1:" + PORT, Integer.toString(SECONDS), "40")))) {
            String output = ping.join(LIMIT);
            return new double[] {figure(output, "\"p50_us\":\\s*([0-9.]+)"), figure(output, "\"p99_us\":\\s*([0-9.]+)")
            };
        }
    }

    private static double[] sockperf() throws Exception {
        try (Child ping = Child.start(on("1", List.of(
                "sockperf",
                "ping-pong",
                "--full-rtt",
                "-i",
                "127.0.0.1",
                "-p",
                SOCKPERF_PORT,
                "-m",
                "40",
                "-t",
                Integer.toString(SECONDS))))) {
            String output = ping.join(LIMIT);
            return new double[] {
                figure(output, "percentile 50\\.000 =\\s*([0-9.]+)"),
                figure(output, "percentile 99\\.000 =\\s*([0-9.]+)")
            };
        }
    }

    private static List<String> on(String cpu, List<String> command) {
        return Stream.concat(Stream.of("taskset", "-c", cpu), command.stream()).toList();
    }

    private static double figure(String output, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(output);
        if (!matcher.find()) {
            throw new IllegalStateException("no figure by " + pattern + " in:\n" + output);
        }
        return Double.parseDouble(matcher.group(1));
    }
}
