package io.ringtail.processors.history;

import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.SourceHealth;
import io.ringtail.schemas.record.SourceState;
import java.util.Comparator;
import java.util.stream.Collectors;

/** Rows of agents' heartbeats. Pure. */
final class AgentRows {
    private AgentRows() {}

    static HistoryRow agent(Agent agent) {
        return HistoryRow.of(
                HistoryTable.AGENTS,
                Micros.of(agent.getOrigin(), agent.getOrigin().getEpochNs()),
                agent.getOrigin().getHost(),
                Texts.orNull(agent.getOrigin().getNetns()),
                agent.getVersion(),
                Micros.of(agent.getStartedEpochNs()),
                agent.getHeartbeat(),
                worst(agent).name(),
                reasons(agent),
                agent.getSampled(),
                agent.getDelivered(),
                agent.getLost(),
                agent.getStalls(),
                agent.getOrigin().getClockOffsetNs(),
                agent.getOrigin().getClockErrorNs());
    }

    /** The schema lists the states from the best to the worst. */
    private static SourceState worst(Agent agent) {
        return agent.getSources().stream()
                .map(SourceHealth::getState)
                .max(Comparator.naturalOrder())
                .orElse(SourceState.OK);
    }

    private static String reasons(Agent agent) {
        return Texts.orNull(agent.getSources().stream()
                .filter(source -> source.getReason() != null)
                .map(source -> source.getName() + ": " + source.getReason())
                .collect(Collectors.joining("; ")));
    }
}
