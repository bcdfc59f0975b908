package io.ringtail.standalone.cli;

import io.ringtail.standalone.Up;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Everything here, in one process. */
@Command(
        name = "up",
        description = {
            "Run everything here: broker, agent of this host, processors, history and the page.",
            "A path over loopback is measured by default; add --probe for paths that use a NIC."
        })
final class UpCommand extends AgentOptions {
    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where data live (default ./ringtail-data); they survive a restart.")
    void dataDir(String value) {
        set("ringtail.data-dir", value);
    }

    @Option(names = "--port", paramLabel = "PORT", description = "Port of the page (default 8080); 0 for any free one.")
    void port(String value) {
        set("ringtail.web.port", value);
    }

    @Option(
            names = "--broker-port",
            paramLabel = "PORT",
            description = "Port of the broker (default 9092); 0 for any free one.")
    void brokerPort(String value) {
        set("ringtail.broker.port", value);
    }

    @Option(
            names = "--pg-port",
            paramLabel = "PORT",
            description =
                    "Port of the history's PG wire protocol, for psql and Grafana (default 8812); 0 for any free one.")
    void pgPort(String value) {
        set("ringtail.history.pg-port", value);
    }

    @Option(
            names = "--history-http-port",
            paramLabel = "PORT",
            description = "Port of QuestDB's own console (default 9000); 0 for any free one.")
    void historyHttpPort(String value) {
        set("ringtail.history.http-port", value);
    }

    @Option(names = "--no-loopback", description = "Do not measure the loopback path.")
    void noLoopback(boolean on) {
        set("ringtail.collect.loopback", Boolean.toString(!on));
    }

    @Override
    public Integer call() throws Exception {
        new Up(settings(), terminal()).run();
        return 0;
    }
}
