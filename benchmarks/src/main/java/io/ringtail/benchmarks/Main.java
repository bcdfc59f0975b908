package io.ringtail.benchmarks;

import java.util.Locale;

/**
 * Side-by-side measurements on this machine; each prints its figures as medians over rounds, with ratios to the peer in
 * the same run. See benchmarks/README.md for how to run them and what they showed.
 */
public final class Main {
    private Main() {}

    /** Runs one: {@code probe}, {@code agent}, {@code up}. */
    public static void main(String[] args) throws Exception {
        switch (args.length == 0 ? "" : args[0].toLowerCase(Locale.ROOT)) {
            case "probe" -> ProbeAgainstSockperf.run(rounds(args, 7));
            case "agent" -> AgentAgainstNodeExporter.run(rounds(args, 3));
            case "up" -> UpAtRest.run(rounds(args, 3));
            default -> {
                System.err.println("Say which: probe, agent or up, and how many rounds.");
                System.exit(2);
            }
        }
    }

    private static int rounds(String[] args, int usual) {
        return args.length > 1 ? Integer.parseInt(args[1]) : usual;
    }
}
