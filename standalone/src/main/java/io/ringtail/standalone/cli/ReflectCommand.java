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

    @Override
    public Integer call() throws Exception {
        new Reflect(settings(), terminal()).run();
        return 0;
    }
}
