package io.ringtail.standalone.cli;

import picocli.CommandLine.Option;

/** Options of every command that speaks for a host. */
abstract class HostOptions extends Common {
    @Option(
            names = "--host-name",
            paramLabel = "NAME",
            description = "Name of this host in all records (default: the kernel's node name).")
    void hostName(String value) {
        set("ringtail.host", value);
    }

    @Option(
            names = "--netns-name",
            paramLabel = "NAME",
            description = "Name of this network namespace in all records (default: none, the host's own).")
    void netnsName(String value) {
        set("ringtail.netns", value);
    }
}
