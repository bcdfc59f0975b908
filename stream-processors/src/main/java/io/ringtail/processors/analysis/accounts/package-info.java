/**
 * The accounts of one round trip: where its time goes, and what is not accounted for. Pure: no Kafka, no clock, no I/O.
 */
package io.ringtail.processors.analysis.accounts;
