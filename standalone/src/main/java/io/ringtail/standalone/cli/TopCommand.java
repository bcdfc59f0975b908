package io.ringtail.standalone.cli;

import io.ringtail.standalone.LocalTop;
import io.ringtail.standalone.Logs;
import java.io.Console;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A view of this host in the terminal. */
@Command(
        name = "top",
        description = {
            "Show this host once a second: packets, drops and byte queue limits of its interfaces and queues,",
            "interrupts per queue and CPU, softirqs, the tail of round trips over loopback. Needs no broker."
        })
final class TopCommand extends HostOptions {
    @Option(names = "--times", paramLabel = "N", defaultValue = "0", description = "End after so many views.")
    private long times;

    @Override
    public Integer call() throws Exception {
        if (times < 0) {
            throw usage("--times: a view cannot be shown " + times + " times");
        }
        Logs.level("io.ringtail", "ERROR");
        LocalTop.run(settings(), terminal(), times == 0 && isTerminal(), times);
        return 0;
    }

    private static boolean isTerminal() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
}
