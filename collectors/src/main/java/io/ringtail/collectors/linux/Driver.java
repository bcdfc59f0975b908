package io.ringtail.collectors.linux;

/**
 * The driver of an interface; a text that the driver does not give is empty.
 *
 * @param name as in {@code ethtool -i}
 * @param version the driver's own, by default the kernel's
 * @param firmware firmware version
 * @param bus bus address, such as 0000:00:03.0
 */
public record Driver(String name, String version, String firmware, String bus) {}
