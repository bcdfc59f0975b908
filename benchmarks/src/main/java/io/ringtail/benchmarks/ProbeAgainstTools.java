package io.ringtail.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Our closed loop against the tool that its users know, over loopback, in paired rounds whose order alternates: UDP and TCP
 * of 40 bytes against {@code sockperf ping-pong --full-rtt}, ICMP echo of 56 bytes against {@code ping -A}. Both tools'
 * responders stay on CPU 0 and both pingers on CPU 1: where a thread lands moves a round trip more than the tools differ.
 */
enum ProbeAgainstTools {
    UDP("udp://127.0.0.1:17411?size=40"),
    TCP("tcp://127.0.0.1:17411?size=40"),
    ICMP("icmp://127.0.0.1?size=56");

    private static final int SECONDS = 5;
    private static final String REFLECTOR = "127.0.0.1:17411";
    private static final String SOCKPERF_PORT = "17412";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String PING_PONG = "io.ringtail.collectors.probe.PingPong";
    private static final Pattern PING_TIME = Pattern.compile("time=([0-9.]+) ms");

    private final String target;

    ProbeAgainstTools(String target) {
        this.target = target;
    }

    /** What one round of one tool showed. Units: us, us, us, 1/s. */
    private record Round(double p50, double p99, double p999, double rate) {}

    void run(int rounds) throws Exception {
        List<Round> ours = new ArrayList<>();
        List<Round> theirs = new ArrayList<>();
        try (Child ourEnd = Child.start(on("0", Child.java(PING_PONG, "reflect", REFLECTOR)));
                Child theirEnd = Child.start(server())) {
            ourEnd.await("reflecting on", LIMIT);
            theirEnd.await("isten on", LIMIT);
            for (int round = 0; round < rounds; round++) {
                if (round % 2 == 0) {
                    ours.add(ours());
                    theirs.add(theirs());
                } else {
                    theirs.add(theirs());
                    ours.add(ours());
                }
            }
        }
        print(ours, theirs);
    }

    private void print(List<Round> ours, List<Round> theirs) {
        Series[] series = {
            new Series(this + " p50 ours", "us"),
            new Series(this + " p50 theirs", "us"),
            new Series(this + " p50 ours / theirs", "ratio"),
            new Series(this + " p99 ours / theirs", "ratio"),
            new Series(this + " p99.9 ours / theirs", "ratio"),
            new Series(this + " rate ours / theirs", "ratio")
        };
        for (int i = 0; i < ours.size(); i++) {
            Round we = ours.get(i);
            Round they = theirs.get(i);
            series[0].add(we.p50());
            series[1].add(they.p50());
            series[2].add(we.p50() / they.p50());
            series[3].add(we.p99() / they.p99());
            series[4].add(we.p999() / they.p999());
            series[5].add(we.rate() / they.rate());
        }
        Arrays.stream(series).forEach(Series::print);
    }

    private Round ours() throws Exception {
        List<String> command = on("1", Child.java(PING_PONG, target, Integer.toString(SECONDS)));
        try (Child ping = Child.start(command)) {
            String output = ping.join(LIMIT);
            return new Round(
                    figure(output, "\"p50_us\":\\s*([0-9.]+)"),
                    figure(output, "\"p99_us\":\\s*([0-9.]+)"),
                    figure(output, "\"p999_us\":\\s*([0-9.]+)"),
                    figure(output, "\"rate\":\\s*([0-9.]+)"));
        }
    }

    private Round theirs() throws Exception {
        return this == ICMP ? ping() : sockperf();
    }

    private Round sockperf() throws Exception {
        List<String> command = new ArrayList<>(List.of("sockperf", "ping-pong", "--full-rtt", "-i", "127.0.0.1"));
        command.addAll(List.of("-p", SOCKPERF_PORT, "-m", "40", "-t", Integer.toString(SECONDS)));
        if (this == TCP) {
            command.add("--tcp");
        }
        try (Child ping = Child.start(on("1", command))) {
            String output = ping.join(LIMIT);
            return new Round(
                    figure(output, "percentile 50\\.000 =\\s*([0-9.]+)"),
                    figure(output, "percentile 99\\.000 =\\s*([0-9.]+)"),
                    figure(output, "percentile 99\\.900 =\\s*([0-9.]+)"),
                    figure(output, "Valid Duration. RunTime=[0-9.]+ sec; SentMessages=([0-9]+)")
                            / figure(output, "Valid Duration. RunTime=([0-9.]+)"));
        }
    }

    private static Round ping() throws Exception {
        List<String> command = List.of("ping", "-A", "-n", "-s", "56", "-w", Integer.toString(SECONDS), "127.0.0.1");
        try (Child ping = Child.start(on("1", command))) {
            Matcher times = PING_TIME.matcher(ping.join(LIMIT));
            double[] us = times.results()
                    .mapToDouble(time -> Double.parseDouble(time.group(1)) * 1000)
                    .sorted()
                    .toArray();
            return new Round(rank(us, 0.5), rank(us, 0.99), rank(us, 0.999), (double) us.length / SECONDS);
        }
    }

    private static double rank(double[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }

    private List<String> server() {
        List<String> command = new ArrayList<>(List.of("sockperf", "server", "-i", "127.0.0.1", "-p", SOCKPERF_PORT));
        if (this == TCP) {
            command.add("--tcp");
        }
        return on("0", command);
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
