package io.ringtail.standalone.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;

/** The broker's directory: formatted once with a new cluster id, which stays; beside it the controller's port. */
final class BrokerStorage {
    private static final String META = "meta.properties";
    private static final String CONTROLLER_PORT = "controller.port";

    private BrokerStorage() {}

    /** Makes the directory ready for a start. */
    static void prepare(Path directory) {
        try {
            Files.createDirectories(directory);
            if (!Files.exists(directory.resolve(META))) {
                format(directory);
            }
        } catch (Exception e) {
            throw unusable(directory, e);
        }
    }

    /** The controller's port: the one of the last start if it is still free. */
    static int controllerPort(Path directory) {
        Path file = directory.resolve(CONTROLLER_PORT);
        try {
            int last =
                    Files.exists(file) ? Integer.parseInt(Files.readString(file).trim()) : 0;
            int port = Ports.preferred(last);
            Files.writeString(file, port + "\n");
            return port;
        } catch (IOException | NumberFormatException e) {
            throw unusable(directory, e);
        }
    }

    private static void format(Path directory) throws Exception {
        new Formatter()
                .setNodeId(BrokerProperties.NODE_ID)
                .setClusterId(Uuid.randomUuid().toString())
                .setControllerListenerName(BrokerProperties.CONTROLLER_LISTENER)
                .setMetadataLogDirectory(directory.toString())
                .addDirectory(directory.toString())
                .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
                .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                .setIgnoreFormatted(true)
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .run();
    }

    private static BrokerException unusable(Path directory, Exception cause) {
        return new BrokerException(
                "The broker's directory " + directory.toAbsolutePath() + " cannot be used (" + cause.getMessage()
                        + "). Check its owner and free space, or choose another data directory.",
                cause);
    }
}
