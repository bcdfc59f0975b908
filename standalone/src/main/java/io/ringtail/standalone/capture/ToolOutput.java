package io.ringtail.standalone.capture;

import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.Schedule;
import java.util.List;

/**
 * What another tool's output says about the round trips that it measured.
 *
 * @param kind protocol
 * @param schedule how it sent: by its own rules, as far as the output tells them
 * @param ratePerSecond scheduled requests; null where there was no schedule, or under one a second
 * @param bytes payload of a request; 0 where it is not told
 * @param responder address of the other end; empty where it is not told
 * @param trips answered requests in the order of their sends
 * @param lostNs sends of requests without an answer, estimated between their neighbours
 * @param duplicated replies that came again
 * @param skippedLines lines that looked like samples and could not be read
 */
record ToolOutput(
        ProbeKind kind,
        Schedule schedule,
        Integer ratePerSecond,
        int bytes,
        String responder,
        List<Trip> trips,
        List<Long> lostNs,
        int duplicated,
        int skippedLines) {
    /**
     * One answered request.
     *
     * @param sentNs when it was sent; by which clock depends on the tool. Unit: ns
     * @param rttNs whole round trip. Unit: ns
     */
    record Trip(long sentNs, long rttNs) {}
}
