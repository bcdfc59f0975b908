package io.ringtail.collectors.probe;

/**
 * Who answers a probe, as told in the reply to a hello.
 *
 * @param host its host name
 * @param netns its network namespace's name; empty for the host's own
 * @param networkInterface interface that holds the address which the prober talks to; empty where none does
 * @param bootId boot id of its kernel
 */
public record Identity(String host, String netns, String networkInterface, String bootId) {}
