package io.ringtail.collectors.linux;

/**
 * An offload of an interface.
 *
 * @param active whether it is on
 * @param fixed whether nobody can change it
 */
public record Feature(boolean active, boolean fixed) {}
