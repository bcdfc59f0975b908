package io.ringtail.processors.analysis.association;

/**
 * How much likelier a round trip is in the epoch's tail while a gauge is high than while it is low: the ratio of the
 * shares beyond the epoch's 99th percentile.
 *
 * @param high when the gauge counts as high, in words, by the newest epoch
 * @param timeHigh share of the windows in which it is high
 * @param tailInHigh share of the round trips beyond the epochs' 99th percentile that fall in those windows
 * @param lift ratio of the shares; null where absent
 * @param interval its 95 % interval (moving blocks); null where absent
 * @param absence why there is none; null where there is
 */
public record Lift(String high, double timeHigh, double tailInHigh, Double lift, Interval interval, String absence) {}
