package io.ringtail.standalone.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A broker in a JVM of its own, so that it can be killed. Its first line of output is where clients connect. */
final class BrokerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final String bootstrap;

    BrokerProcess(Path directory) throws IOException {
        this.process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerProcess.class.getName(),
                        directory.toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        this.output = process.inputReader();
        this.bootstrap = output.readLine();
    }

    /** The other JVM: a broker until its input ends, so that it does not outlive the test. */
    public static void main(String[] args) throws IOException {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerSettings.loopback(Path.of(args[0])))) {
            System.out.println(broker.bootstrap());
            int end = System.in.read();
            System.out.println("stopped " + end);
        }
    }

    String bootstrap() {
        return bootstrap;
    }

    /** As kill -9 does. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        output.close();
    }
}
