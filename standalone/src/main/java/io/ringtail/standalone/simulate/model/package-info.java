/**
 * A seeded model of both ends of a path: the probe's packets are discrete events, everything else on the hosts is a
 * background that is drawn anew ten times a second. Pure: no clock, no I/O, no Kafka; the same seed gives the same round
 * trips. It is a model: its parameters give the direction and rough size of what was seen on real hosts, no more.
 */
package io.ringtail.standalone.simulate.model;
