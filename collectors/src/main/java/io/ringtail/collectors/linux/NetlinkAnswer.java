package io.ringtail.collectors.linux;

import java.util.Optional;

/**
 * The kernel's verdict on a request, from NLMSG_ERROR or the end of a dump.
 *
 * @param errno 0 if the request was done
 * @param text the kernel's own words (extended acknowledgement), if it said any
 */
record NetlinkAnswer(int errno, Optional<String> text) {
    private static final int CAPPED = 0x100;
    private static final int HAS_TLVS = 0x200;
    private static final int MESSAGE = 1;

    /** The verdict in an ERROR or DONE message; never throws. */
    static NetlinkAnswer of(NetlinkMessage message) {
        return new NetlinkAnswer(-message.word(0), text(message));
    }

    private static Optional<String> text(NetlinkMessage message) {
        if ((message.flags() & HAS_TLVS) == 0) {
            return Optional.empty();
        }
        int from = Integer.BYTES + echoed(message);
        return from < Integer.BYTES || from > message.payload().length
                ? Optional.empty()
                : message.attributes(from).text(MESSAGE);
    }

    /** Bytes of the request that an ERROR repeats: its header alone if capped. */
    private static int echoed(NetlinkMessage message) {
        if (message.type() == NetlinkMessage.DONE) {
            return 0;
        }
        return (message.flags() & CAPPED) != 0
                ? NetlinkLayout.NLMSGHDR
                : Attribute.aligned(message.word(Integer.BYTES));
    }
}
