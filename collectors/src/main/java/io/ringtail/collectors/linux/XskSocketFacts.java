package io.ringtail.collectors.linux;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What is known of an AF_XDP socket. What the way it was found cannot tell is absent.
 *
 * @param inode its number among the host's sockets
 * @param pid a process that has it open; 0 where not even that is known
 * @param process the process's name
 * @param netnsInode network namespace of its interface; absent for the reader's own
 * @param ifindex its interface in that namespace
 * @param interfaceName the interface's name
 * @param queue the interface's queue
 * @param zeroCopy whether the driver works in the application's memory
 * @param needWakeup whether it was bound with XDP_USE_NEED_WAKEUP
 * @param entries size of the RX, TX, fill and completion ring; absent for a ring that it does not have or whose size
 *     cannot be told
 * @param statistics its counters
 */
public record XskSocketFacts(
        long inode,
        int pid,
        String process,
        OptionalLong netnsInode,
        OptionalInt ifindex,
        Optional<String> interfaceName,
        OptionalInt queue,
        Optional<Boolean> zeroCopy,
        Optional<Boolean> needWakeup,
        List<OptionalInt> entries,
        Optional<XdpStatistics> statistics) {
    /** Rings of a socket. */
    public static final int RINGS = 4;
}
