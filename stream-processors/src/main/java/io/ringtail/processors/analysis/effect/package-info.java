/**
 * The effect of a change on the round trips of one path: before against after, with the uncertainty. Pure computation on
 * windows: no clock, no I/O, no Kafka; the same input gives the same answer.
 */
package io.ringtail.processors.analysis.effect;
