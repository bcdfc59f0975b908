package io.ringtail.standalone;

import io.ringtail.collectors.linux.CompilerThreads;
import io.ringtail.collectors.linux.Errno;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a process that measures behaves on the host it measures. */
final class Guest {
    private static final Logger LOG = LoggerFactory.getLogger(Guest.class);

    private Guest() {}

    /** Gives way where it can; nothing else depends on it. */
    static void giveWay() {
        try {
            CompilerThreads.giveWay();
        } catch (IOException | Errno e) {
            LOG.info("the JVM's compiler threads run at the usual priority: {}", e.getMessage());
        }
    }
}
