package io.ringtail.processors.history;

/**
 * An agent over a range.
 *
 * @param host its host
 * @param netns its network namespace; null for the host's own
 * @param version version of Ringtail
 * @param state its state at its last heartbeat
 * @param reasons what it could not read then, and why; null when all was well
 * @param lost records that it gave up in the range, over its restarts
 * @param stalls pauses of its own longer than 10 ms likewise
 */
public record AgentNote(
        String host, String netns, String version, String state, String reasons, long lost, long stalls) {}
