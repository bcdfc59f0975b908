package io.ringtail.standalone.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of every command that runs an agent. */
abstract class AgentOptions extends HostOptions {
    private final List<String> probes = new ArrayList<>();
    private int namespaces;

    @Option(
            names = "--probe",
            paramLabel = "udp://HOST:PORT",
            description = {
                "Measure round trips to a reflector; may be given several times.",
                "After ?: rate=1000 (a second, open loop), loop=closed, size=40 (bytes), timeout=500ms, name=NAME."
            })
    void probe(List<String> added) {
        for (String probe : added) {
            set("ringtail.collect.probes[" + probes.size() + "]", probe);
            probes.add(probe);
        }
    }

    @Option(
            names = "--netns",
            paramLabel = "NAME|all",
            description = {
                "Read the interfaces of this network namespace (of /run/netns) too; may be given several times.",
                "Needs root or CAP_SYS_ADMIN."
            })
    void netns(List<String> added) {
        for (String name : added) {
            set("ringtail.collect.namespaces[" + namespaces++ + "]", name);
        }
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
}
