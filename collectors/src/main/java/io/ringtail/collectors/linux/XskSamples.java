package io.ringtail.collectors.linux;

/** Takes the state of rings. */
@FunctionalInterface
public interface XskSamples {
    /**
     * One ring at one moment; the two indices are not read in the same instant.
     *
     * @param inode the socket
     * @param ring 0 RX, 1 TX, 2 fill, 3 completion
     * @param producer index of the producer. Unit: free-running 32-bit count
     * @param consumer index of the consumer. Unit: free-running 32-bit count
     * @param flags the ring's flags word; bit 0 is need_wakeup; -1 where the kernel has none
     */
    void ring(long inode, int ring, int producer, int consumer, int flags);
}
