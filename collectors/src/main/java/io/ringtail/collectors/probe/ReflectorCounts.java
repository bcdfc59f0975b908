package io.ringtail.collectors.probe;

/**
 * What a reflector did with the datagrams so far. Unit of all: datagrams.
 *
 * @param answered requests answered
 * @param identified hellos answered
 * @param malformed dropped because they are not of version 1 of our format, or too short or long
 * @param foreign dropped because their source is in none of the configured networks
 * @param unsent answers that the kernel refused to send
 */
public record ReflectorCounts(long answered, long identified, long malformed, long foreign, long unsent) {}
