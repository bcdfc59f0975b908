package io.ringtail.standalone.cli;

import java.util.List;
import picocli.CommandLine.Option;

/** Options of every command that runs an agent. */
abstract class AgentOptions extends HostOptions {
    @Option(
            names = "--probe",
            paramLabel = "udp|tcp|icmp://HOST[:PORT]",
            description = {
                "Measure round trips to a reflector, or by ICMP echo to any host; may be given several times.",
                "After ?: rate=1000 (a second), loop=open|closed|paced, size=40 and response=40 (bytes; response for"
                        + " tcp), flows=1 (source ports; sessions of tcp), timeout=500ms, name=NAME; and of its sockets"
                        + " and threads: busypoll=US, preferbusypoll=1, budget=PACKETS, cpu=LIST, fifo=PRIORITY,"
                        + " dscp=0..63, port=SOURCE."
            })
    void probe(List<String> given) {
        setEach("ringtail.collect.probes", given);
    }

    @Option(
            names = "--netns",
            paramLabel = "NAME|all",
            description = {
                "Read the interfaces of this network namespace (of /run/netns) too; may be given several times.",
                "Needs root or CAP_SYS_ADMIN."
            })
    void netns(List<String> given) {
        setEach("ringtail.collect.namespaces", given);
    }

    @Option(
            names = "--counters-interval",
            paramLabel = "TIME",
            description = "How often counters are read: 100ms to 60s (default 1s).")
    void countersInterval(String value) {
        set("ringtail.collect.counters-interval", value);
    }

    @Option(
            names = "--settings-interval",
            paramLabel = "TIME",
            description = "How often settings are re-read (default 10s); what the kernel announces comes at once.")
    void settingsInterval(String value) {
        set("ringtail.collect.settings-interval", value);
    }

    /** Called for each occurrence of an option, each time with all that were given so far. */
    private void setEach(String key, List<String> given) {
        for (int i = 0; i < given.size(); i++) {
            set(key + "[" + i + "]", given.get(i));
        }
    }
}
