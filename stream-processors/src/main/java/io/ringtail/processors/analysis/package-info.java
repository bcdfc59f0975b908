/**
 * Pure computation on windows, settings and counters: no Kafka, no clock, no I/O. The topologies, the history's queries
 * and the reports call the same code.
 */
package io.ringtail.processors.analysis;
