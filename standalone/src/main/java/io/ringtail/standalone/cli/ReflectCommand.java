package io.ringtail.standalone.cli;

import io.ringtail.standalone.Reflect;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The responder alone. */
@Command(
        name = "reflect",
        description = {
            "Answer probes, and nothing else: needs no broker.",
            "For the settings and gauges of this end too, run ringtail collect --reflect HOST:PORT instead."
        })
final class ReflectCommand extends HostOptions {
    @Option(names = "--listen", paramLabel = "HOST:PORT", description = "Address to answer on (default 0.0.0.0:7411).")
    void listen(String value) {
        set("ringtail.reflect.listen", value);
    }

    @Option(
            names = "--allow",
            paramLabel = "NETWORK",
            split = ",",
            description =
                    "Networks that get replies, e.g. 10.0.0.0/8 (default: loopback, private and link-local ones).")
    void allow(String[] networks) {
        for (int i = 0; i < networks.length; i++) {
            set("ringtail.reflect.allow[" + i + "]", networks[i]);
        }
    }

    @Option(
            names = "--hold",
            paramLabel = "TIME",
            description = "Wait this long before each reply, e.g. 50us, to test a whole chain.")
    void hold(String value) {
        set("ringtail.reflect.hold", value);
    }

    @Option(names = "--busy-poll", paramLabel = "US", description = "SO_BUSY_POLL of its sockets (CAP_NET_ADMIN).")
    void busyPoll(String value) {
        set("ringtail.reflect.busy-poll-us", value);
    }

    @Option(names = "--prefer-busy-poll", description = "SO_PREFER_BUSY_POLL of its sockets (CAP_NET_ADMIN).")
    void preferBusyPoll(boolean value) {
        set("ringtail.reflect.prefer-busy-poll", Boolean.toString(value));
    }

    @Option(
            names = "--busy-poll-budget",
            paramLabel = "PACKETS",
            description = "SO_BUSY_POLL_BUDGET of its sockets (CAP_NET_ADMIN).")
    void busyPollBudget(String value) {
        set("ringtail.reflect.busy-poll-budget", value);
    }

    @Option(names = "--cpu", paramLabel = "LIST", description = "CPUs of its threads, e.g. 2-3.")
    void cpus(String value) {
        set("ringtail.reflect.cpus", value);
    }

    @Option(names = "--fifo", paramLabel = "PRIORITY", description = "SCHED_FIFO, 1 to 99 (CAP_SYS_NICE).")
    void fifo(String value) {
        set("ringtail.reflect.fifo", value);
    }

    @Option(names = "--dscp", paramLabel = "0..63", description = "Code point of its answers.")
    void dscp(String value) {
        set("ringtail.reflect.dscp", value);
    }

    @Override
    public Integer call() throws Exception {
        new Reflect(settings(), terminal()).run();
        return 0;
    }
}
