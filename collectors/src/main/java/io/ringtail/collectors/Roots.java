package io.ringtail.collectors;

import java.nio.file.Path;

/**
 * Where the kernel's file systems are mounted.
 *
 * @param proc procfs
 * @param sys sysfs; it shows the interfaces of the network namespace that mounted it
 */
public record Roots(Path proc, Path sys) {
    /** {@code /proc} and {@code /sys}. */
    public static Roots system() {
        return new Roots(Path.of("/proc"), Path.of("/sys"));
    }
}
