/**
 * Gauges that move with the tail, within epochs, so that settings cannot confound. Association, never cause. Pure: no
 * Kafka, no clock, no I/O.
 */
package io.ringtail.processors.analysis.association;
