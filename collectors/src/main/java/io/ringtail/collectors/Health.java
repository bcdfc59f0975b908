package io.ringtail.collectors;

import io.ringtail.schemas.record.SourceHealth;
import io.ringtail.schemas.record.SourceState;
import java.util.Optional;

/**
 * How a part of the agent does, as it stands in heartbeats.
 *
 * @param name source, probe:NAME or reflector:NAME
 * @param state how it does
 * @param reason what is missing and why; nothing when OK
 * @param reads reads, or batches of a probe, or requests answered
 * @param failures reads that failed, or sends
 * @param skipped what could not be understood, or was not sent because the agent itself was late
 */
public record Health(String name, SourceState state, Optional<String> reason, long reads, long failures, long skipped) {
    /** As a record of the heartbeat. */
    public SourceHealth toRecord() {
        return SourceHealth.newBuilder()
                .setName(name)
                .setState(state)
                .setReason(reason.orElse(null))
                .setReads(reads)
                .setFailures(failures)
                .setSkipped(skipped)
                .build();
    }
}
