package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Napi;
import java.util.List;

/** Tells the NAPI instances of an interface: {@code Netdev::napis}. Used on one source's thread only. */
@FunctionalInterface
public interface NapiReader {
    /** Knows none: for kernels before 6.8. */
    NapiReader NONE = _ -> List.of();

    /**
     * Its NAPI instances.
     *
     * @throws RuntimeException if the kernel does not tell
     */
    List<Napi> napis(int ifindex);
}
