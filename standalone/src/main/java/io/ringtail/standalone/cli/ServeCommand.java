package io.ringtail.standalone.cli;

import io.ringtail.standalone.Serve;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What the outside talks to. */
@Command(
        name = "serve",
        description = "Run what the outside talks to: the page, the REST interface and the history's writer.")
final class ServeCommand extends Common {
    @Option(names = "--bootstrap", paramLabel = "HOST:PORT", description = "Kafka brokers (default 127.0.0.1:9092).")
    void bootstrap(String value) {
        set("ringtail.bootstrap", value);
    }

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where the history lives, unless --history names a server (default ./ringtail-data).")
    void dataDir(String value) {
        set("ringtail.data-dir", value);
    }

    @Option(
            names = "--history",
            paramLabel = "HOST",
            description = "A QuestDB server that keeps the history; by default it runs within this process.")
    void history(String value) {
        set("ringtail.history.server", value);
    }

    @Option(
            names = "--listen",
            paramLabel = "HOST",
            description = "Address of the page (default 127.0.0.1); any other needs ringtail.web.token.")
    void listen(String value) {
        set("ringtail.web.host", value);
    }

    @Option(names = "--port", paramLabel = "PORT", description = "Port of the page (default 8080).")
    void port(String value) {
        set("ringtail.web.port", value);
    }

    @Option(
            names = "--pg-port",
            paramLabel = "PORT",
            description = "Port of the history's PG wire protocol (default 8812).")
    void pgPort(String value) {
        set("ringtail.history.pg-port", value);
    }

    @Override
    public Integer call() throws Exception {
        new Serve(settings(), terminal()).run();
        return 0;
    }
}
