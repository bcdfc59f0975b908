package io.ringtail.processors.analysis;

import java.time.Duration;

/**
 * How changes cut time into epochs.
 *
 * @param settle time after a change in which windows belong to no epoch yet
 * @param compound changes less than this apart form one compound change
 * @param flapping a knob that changes more often than this ...
 * @param flappingWithin ... within this is a gauge for that while, and for as long after
 */
public record EpochRules(Duration settle, Duration compound, int flapping, Duration flappingWithin) {
    /** 2 s, 10 s, more than 6 times in 10 minutes. */
    public static final EpochRules DEFAULT =
            new EpochRules(Duration.ofSeconds(2), Duration.ofSeconds(10), 6, Duration.ofMinutes(10));
}
