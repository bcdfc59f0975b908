/**
 * Alert rules and how they are judged: from figures of seconds to firing and resolved. Pure: no Kafka, no clock, no
 * I/O. A rule is judged by event time alone, so that a replay gives the same transitions with the same ids; only that an
 * agent is silent is judged by a wall clock, which the caller brings.
 */
package io.ringtail.processors.analysis.alert;
