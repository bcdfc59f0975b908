package io.ringtail.collectors.linux;

/**
 * A rule by which packets are steered to a queue.
 *
 * @param location its place, which is its priority
 * @param flowType number of the kind of flow that it matches (tcp4 is 1, udp4 2 ...)
 * @param queue where its packets go; -1 where they are dropped
 * @param checkSum of all that it matches on: it differs when the rule does
 */
public record RssRule(int location, int flowType, int queue, int checkSum) {}
