package io.ringtail.standalone.simulate.model;

/**
 * The settings of an end as the model understands them. Times in microseconds, as the kernel has them.
 *
 * @param rxUsecs interrupt timer from the first packet on
 * @param rxFrames packets that raise it at once; 0 for no such limit
 * @param adaptiveRx whether the driver moves the timer by itself
 * @param txUsecs time until a transmit completion is told
 * @param txFrames packets sent that are told together
 * @param placement where the interrupt runs, seen from the application
 * @param idle deepest idle state that is enabled: 0, 1, 3 or 6
 * @param busyPollUs how long the application polls before it sleeps; 0 for not at all
 * @param linkMbit speed of the link
 * @param fairQueueing whether the qdisc keeps the probe's packets apart from bulk traffic
 * @param bqlBytes byte queue limit; 0 where there is none
 * @param ringPackets size of the TX ring
 * @param holdUs busy wait before a reply
 * @param needWakeup whether the AF_XDP application sleeps instead of spinning
 * @param sharedCore share of the time in which the AF_XDP application is on the driver's core
 */
public record EndSettings(
        double rxUsecs,
        int rxFrames,
        boolean adaptiveRx,
        double txUsecs,
        int txFrames,
        Placement placement,
        int idle,
        double busyPollUs,
        double linkMbit,
        boolean fairQueueing,
        double bqlBytes,
        int ringPackets,
        double holdUs,
        boolean needWakeup,
        double sharedCore) {

    /** Where the interrupt runs, seen from the application. */
    public enum Placement {
        /** On its CPU. */
        SAME_CPU,
        /** On another CPU of its socket. */
        SAME_SOCKET,
        /** On the other socket. */
        OTHER_SOCKET,
        /** On any CPU. */
        SPREAD
    }
}
