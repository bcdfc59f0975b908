package io.ringtail.collectors.publish;

/**
 * What became of the records since the start: sampled = delivered + lost + in flight. Unit of all: records.
 *
 * @param sampled made
 * @param delivered acknowledged
 * @param lost given up
 */
public record PublishCounts(long sampled, long delivered, long lost) {
    /** Made, and neither acknowledged nor given up yet. */
    public long inFlight() {
        return sampled - delivered - lost;
    }
}
