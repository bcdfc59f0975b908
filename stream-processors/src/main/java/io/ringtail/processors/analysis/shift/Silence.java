package io.ringtail.processors.analysis.shift;

/**
 * A time in which nothing came from an end's agent.
 *
 * @param end the end
 * @param fromNs first window without it, ns since 1970-01-01 UTC
 */
public record Silence(String end, long fromNs) {}
