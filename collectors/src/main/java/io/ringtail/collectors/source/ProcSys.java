package io.ringtail.collectors.source;

import java.nio.file.Path;

/**
 * Where the kernel's files are. Tests give directories of their own.
 *
 * @param proc root of procfs
 * @param sys root of sysfs; it shows the network namespace that it was mounted in
 */
public record ProcSys(Path proc, Path sys) {
    /** This host's. */
    public static ProcSys live() {
        return new ProcSys(Path.of("/proc"), Path.of("/sys"));
    }

    Path netClass() {
        return sys.resolve("class/net");
    }

    Path netInterface(String name) {
        return netClass().resolve(name);
    }
}
