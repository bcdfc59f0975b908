package io.ringtail.benchmarks;

import io.ringtail.benchmarks.attribution.Attribution;
import io.ringtail.benchmarks.attribution.Recorder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Side-by-side measurements on this machine; each prints its figures as medians over rounds, with ratios to the peer in
 * the same run. See benchmarks/README.md for how to run them and what they showed.
 */
public final class Main {
    private Main() {}

    /** Runs one: {@code probe}, {@code probe-tcp}, {@code probe-icmp}, {@code agent}, {@code up}, {@code boards}, {@code attribution}. */
    public static void main(String[] args) throws Exception {
        switch (args.length == 0 ? "" : args[0].toLowerCase(Locale.ROOT)) {
            case "probe" -> ProbeAgainstTools.UDP.run(rounds(args, 7));
            case "probe-tcp" -> ProbeAgainstTools.TCP.run(rounds(args, 7));
            case "probe-icmp" -> ProbeAgainstTools.ICMP.run(rounds(args, 7));
            case "agent" -> AgentAgainstNodeExporter.run(rounds(args, 3));
            case "up" -> UpAtRest.run(rounds(args, 3));
            case "boards" -> BoardQueries.run(rounds(args, 9));
            case "attribution" -> Attribution.run(args.length > 1 ? args[1] : "quick");
            case "attribution-record" -> Recorder.run(Path.of(args[1]), Duration.ofSeconds(Long.parseLong(args[2])));
            default -> {
                System.err.println(
                        "Say which: probe, probe-tcp, probe-icmp, agent, up or boards, and how many rounds; attribution, and quick or full;"
                                + " attribution-record, a file and how many seconds.");
                System.exit(2);
            }
        }
    }

    private static int rounds(String[] args, int usual) {
        return args.length > 1 ? Integer.parseInt(args[1]) : usual;
    }
}
