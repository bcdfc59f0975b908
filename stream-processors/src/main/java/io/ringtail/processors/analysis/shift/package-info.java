/**
 * Shifts of the tail that nobody announced, and who may have caused them. Pure: no Kafka, no clock, no I/O.
 */
package io.ringtail.processors.analysis.shift;
