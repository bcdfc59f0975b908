package io.ringtail.collectors.linux;

import java.util.List;

/**
 * Looks at the AF_XDP sockets of this host's processes without their help. Owned by one thread at a time. What it opens
 * keeps no socket, queue or process alive longer than it would live without.
 */
public interface XskReader extends AutoCloseable {
    /**
     * All bound sockets.
     *
     * @throws Errno where nothing can be told
     */
    List<XskSocketFacts> sockets();

    /** Reads the rings of a process's sockets once, as last listed; nothing of those that are gone meanwhile. */
    void sample(int pid, XskSamples into);

    @Override
    void close();
}
