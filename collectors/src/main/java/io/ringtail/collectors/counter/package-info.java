/** Counters to deltas, each with a verdict on what it is worth. Pure: values and times come in, nothing is read here. */
package io.ringtail.collectors.counter;
