package io.ringtail.standalone.cli;

import io.ringtail.collectors.probe.ReflectorUnavailable;
import io.ringtail.processors.history.HistoryException;
import io.ringtail.schemas.serde.SchemaRegistryException;
import io.ringtail.schemas.topic.TopicException;
import io.ringtail.standalone.UserError;
import io.ringtail.standalone.broker.BrokerException;
import java.util.Optional;

/** Which exceptions of the parts are the user's to put right, and with which exit code. */
final class Faults {
    private Faults() {}

    /** The user's error in an exception, if it is one. */
    static Optional<UserError> userError(Exception e) {
        return switch (e) {
            case UserError error -> Optional.of(error);
            case BrokerException broker -> unavailable(broker);
            case HistoryException history -> unavailable(history);
            case TopicException topic -> unavailable(topic);
            case SchemaRegistryException registry -> unavailable(registry);
            case ReflectorUnavailable reflector -> unavailable(reflector);
            default -> Optional.empty();
        };
    }

    private static Optional<UserError> unavailable(Exception e) {
        return Optional.of(new UserError(UserError.UNAVAILABLE, e.getMessage()));
    }
}
