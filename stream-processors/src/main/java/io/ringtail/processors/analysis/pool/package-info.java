/**
 * One knob with everything else equal, pooled over many epochs, paths and hosts. Pure: no Kafka, no clock, no I/O.
 */
package io.ringtail.processors.analysis.pool;
