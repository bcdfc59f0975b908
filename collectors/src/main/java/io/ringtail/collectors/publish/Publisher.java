package io.ringtail.collectors.publish;

import java.time.Duration;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** Where an agent's records go. Thread safe; the records are not changed any more once they are handed over. */
public interface Publisher extends AutoCloseable {
    /** Takes a record for the topic of its class. Never blocks, never fails: what cannot be kept is counted as lost. */
    void publish(SpecificRecord record);

    /** What became of the records so far. */
    PublishCounts counts();

    /** This host's clock against the cluster's, once it was measured. */
    Optional<ClockOffset> clock();

    /** Why nothing gets through at present, in words for the user; nothing while all is well. */
    Optional<String> trouble();

    /** Waits until all records so far are delivered or lost, at most for so long; whether they are. */
    boolean flush(Duration atMost);

    /** Gives up what is left and lets go of connections. */
    @Override
    void close();
}
