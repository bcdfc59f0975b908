package io.ringtail.standalone.e2e;

import io.ringtail.standalone.broker.BrokerSettings;
import io.ringtail.standalone.broker.EmbeddedBroker;
import java.nio.file.Path;

/** A broker in a process of its own, so that a test can kill it: BrokerMain DIR HOST PORT. */
final class BrokerMain {
    private BrokerMain() {}

    public static void main(String[] args) throws Exception {
        EmbeddedBroker broker =
                EmbeddedBroker.start(new BrokerSettings(Path.of(args[0]), args[1], Integer.parseInt(args[2])));
        System.out.println("READY " + broker.bootstrap());
        Thread.currentThread().join();
    }
}
