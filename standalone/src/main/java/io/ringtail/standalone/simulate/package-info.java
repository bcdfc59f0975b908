/**
 * Simulated hosts: scenarios, the records that their agents would send, and the command that sends them. It lives in
 * this module since a simulator is another composition around the same topics, as {@code up} is; the model below it
 * knows neither records nor Kafka.
 */
package io.ringtail.standalone.simulate;
