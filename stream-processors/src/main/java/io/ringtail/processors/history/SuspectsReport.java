package io.ringtail.processors.history;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What nobody announced, and what moves with the tail.
 *
 * @param shifts shifts in the range with their suspects, the newest first, as in the shifts' schema
 * @param moving gauges that move with the tail, of each path's newest minute in the range, the strongest first
 */
public record SuspectsReport(List<JsonNode> shifts, List<Moving> moving) {
    /**
     * A gauge that moves with the tail. What is absent is null.
     *
     * @param atEpochNs end of the time that was looked at, ns since 1970-01-01 UTC
     * @param pathId id of the path
     * @param label the path in words
     * @param end end that the gauge belongs to
     * @param name name in the knob catalogue
     * @param overQueues how queues were combined
     * @param high when it counts as high
     * @param timeHigh share of the windows in which it is high
     * @param tailInHigh share of the tail that falls in them
     * @param lift how much likelier the tail is while it is high
     * @param liftLow lower end of its interval
     * @param liftHigh upper end of its interval
     * @param lag windows by which the gauge comes before the tail
     * @param correlation Spearman's rank correlation at that lag
     * @param correlationLow lower end of its interval
     * @param correlationHigh upper end of its interval
     * @param adjustedP p after Benjamini and Hochberg
     * @param givenLoad partial correlation given packets a second
     * @param givenLoadP its p
     * @param simulated whether a simulator made the data
     */
    public record Moving(
            long atEpochNs,
            String pathId,
            String label,
            String end,
            String name,
            String overQueues,
            String high,
            Double timeHigh,
            Double tailInHigh,
            Double lift,
            Double liftLow,
            Double liftHigh,
            int lag,
            Double correlation,
            Double correlationLow,
            Double correlationHigh,
            Double adjustedP,
            Double givenLoad,
            Double givenLoadP,
            boolean simulated) {}
}
