package io.ringtail.standalone.cli;

import io.ringtail.standalone.Collect;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The agent alone. */
@Command(
        name = "collect",
        description = "Run the agent of this host: what its NICs tell, and round trips to reflectors.")
final class CollectCommand extends AgentOptions {
    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "Kafka brokers to publish to (default 127.0.0.1:9092).")
    void bootstrap(String value) {
        set("ringtail.bootstrap", value);
    }

    @Option(
            names = "--reflect",
            paramLabel = "HOST:PORT",
            description = "Answer probes on this address too, as the responder of this host.")
    private String reflect;

    @Override
    public Integer call() throws Exception {
        if (reflect != null) {
            set("ringtail.reflect.listen", reflect);
        }
        new Collect(settings(), terminal(), reflect != null).run();
        return 0;
    }
}
