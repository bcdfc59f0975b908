package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.ringtail.collectors.linux.NetlinkMessage.Datagram;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A netlink socket, bound to the network namespace of the thread that opens it. Owned by one thread at a time; closing
 * twice does nothing. An answer that does not come within {@value #ANSWER_SECONDS} s fails with ETIMEDOUT, an answer
 * that cannot be understood with EBADMSG.
 */
final class NetlinkSocket implements AutoCloseable {
    static final int ROUTE = 0;
    static final int SOCK_DIAG = 4;
    static final int GENERIC = 16;

    private static final int AF_NETLINK = 16;
    private static final int SOL_NETLINK = 270;
    private static final int ADD_MEMBERSHIP = 1;
    private static final int CAP_ACK = 10;
    private static final int EXT_ACK = 11;
    private static final int STRICT_CHECK = 12;
    private static final int SO_RCVBUF = 8;
    private static final int SO_RCVTIMEO = 20;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_TRUNC = 0x20;
    private static final int ANSWER_SECONDS = 5;
    private static final int BUFFER_BYTES = 1 << 17;
    private static final int NOTIFICATION_BUFFER_BYTES = 1 << 20;
    private static final int DUMP_ATTEMPTS = 5;

    private final int descriptor;
    private final MemorySegment buffer = Arena.ofAuto().allocate(BUFFER_BYTES, 8);
    private int sequence;
    private boolean closed;

    private NetlinkSocket(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Opens one for a protocol, {@link #ROUTE}, {@link #SOCK_DIAG} or {@link #GENERIC}. */
    static NetlinkSocket open(int protocol) {
        int type = Libc.SOCK_RAW | Libc.SOCK_CLOEXEC;
        NetlinkSocket socket =
                new NetlinkSocket((int) Libc.check("netlink socket", Libc.socket(AF_NETLINK, type, protocol)));
        try {
            socket.prepare();
            return socket;
        } catch (RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Has notifications of a multicast group sent here. */
    void join(int group) {
        option(Libc.SOL_SOCKET, SO_RCVBUF, NOTIFICATION_BUFFER_BYTES);
        Libc.check("netlink group " + group, optionResult(SOL_NETLINK, ADD_MEMBERSHIP, group));
    }

    /**
     * Sends a request and gives the messages of the answer. A dump that changes made inconsistent is repeated.
     *
     * @param call what the message of a failure begins with
     */
    List<NetlinkMessage> request(String call, NetlinkRequest request) {
        List<NetlinkMessage> answer = List.of();
        for (int attempt = 0; attempt < DUMP_ATTEMPTS; attempt++) {
            answer = once(call, request);
            if (answer.stream().noneMatch(message -> (message.flags() & NetlinkMessage.DUMP_INTERRUPTED) != 0)) {
                return answer;
            }
        }
        return answer;
    }

    /** The next notifications, without waiting; empty if there are none. Fails with ENOBUFS if some were lost. */
    Optional<Datagram> poll() {
        long length = receive(MSG_DONTWAIT);
        if (length == -Errno.EAGAIN || length == -Errno.EINTR) {
            return Optional.empty();
        }
        return Optional.of(datagram("netlink notification", length));
    }

    /** Waits until a notification has come to one of the sockets; false if none has within the time. */
    static boolean await(List<NetlinkSocket> sockets, int timeoutMs) {
        try (Arena arena = Arena.ofConfined()) {
            // struct pollfd { int fd; short events; short revents; };
            MemorySegment polled = arena.allocate(8L * sockets.size(), 4);
            for (int i = 0; i < sockets.size(); i++) {
                polled.set(JAVA_INT, 8L * i, sockets.get(i).descriptor);
                polled.set(JAVA_SHORT, 8L * i + 4, (short) 1);
            }
            int ready = Libc.poll(polled, sockets.size(), timeoutMs);
            return ready != -Errno.EINTR && Libc.check("poll", ready) > 0;
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            Libc.close(descriptor);
        }
    }

    private void prepare() {
        MemorySegment address = buffer.asSlice(0, NetlinkLayout.SOCKADDR_NL).fill((byte) 0);
        address.set(JAVA_SHORT, NetlinkLayout.SOCKADDR_NL_FAMILY, (short) AF_NETLINK);
        Libc.check("netlink bind", Libc.bind(descriptor, address, NetlinkLayout.SOCKADDR_NL));
        option(SOL_NETLINK, CAP_ACK, 1);
        option(SOL_NETLINK, EXT_ACK, 1);
        option(SOL_NETLINK, STRICT_CHECK, 1);
        MemorySegment timeout = buffer.asSlice(0, 16).fill((byte) 0);
        timeout.set(JAVA_INT, 0, ANSWER_SECONDS);
        Libc.check("SO_RCVTIMEO", Libc.setsockopt(descriptor, Libc.SOL_SOCKET, SO_RCVTIMEO, timeout, 16));
    }

    /** An option that an older kernel may not have. */
    private void option(int level, int option, int value) {
        int result = optionResult(level, option, value);
        if (result < 0 && result != -Errno.ENOPROTOOPT) {
            throw new Errno("setsockopt " + level + "/" + option, -result);
        }
    }

    private int optionResult(int level, int option, int value) {
        buffer.set(JAVA_INT, 0, value);
        return Libc.setsockopt(descriptor, level, option, buffer, Integer.BYTES);
    }

    private List<NetlinkMessage> once(String call, NetlinkRequest request) {
        send(call, request.bytes(++sequence));
        List<NetlinkMessage> answer = new ArrayList<>();
        while (!take(call, datagram(call, receive(0)), answer)) {
            // Until the end of the answer.
        }
        return answer;
    }

    private void send(String call, byte[] bytes) {
        MemorySegment.copy(bytes, 0, buffer, JAVA_BYTE, 0, bytes.length);
        long sent = -Errno.EINTR;
        while (sent == -Errno.EINTR) {
            sent = Libc.sendto(descriptor, buffer, bytes.length, 0, MemorySegment.NULL, 0);
        }
        Libc.check(call, sent);
    }

    private long receive(int flags) {
        long received = -Errno.EINTR;
        while (received == -Errno.EINTR) {
            received = Libc.recvfrom(
                    descriptor, buffer, BUFFER_BYTES, flags | MSG_TRUNC, MemorySegment.NULL, MemorySegment.NULL);
        }
        return received;
    }

    private Datagram datagram(String call, long length) {
        Libc.check(call, length == -Errno.EAGAIN ? -Errno.ETIMEDOUT : length);
        if (length > BUFFER_BYTES) {
            throw new Errno(call + ": " + length + " bytes, more than the " + BUFFER_BYTES + " kept", Errno.EBADMSG);
        }
        byte[] bytes = new byte[(int) length];
        MemorySegment.copy(buffer, JAVA_BYTE, 0, bytes, 0, bytes.length);
        return NetlinkMessage.parse(bytes);
    }

    /** Adds a datagram's messages to the answer; true at its end. Those of an older request are passed over. */
    private boolean take(String call, Datagram datagram, List<NetlinkMessage> answer) {
        for (NetlinkMessage message : datagram.messages()) {
            if (message.sequence() == sequence && ended(call, message)) {
                return true;
            }
            if (message.sequence() == sequence) {
                answer.add(message);
            }
        }
        datagram.problem().ifPresent(problem -> {
            throw new Errno(call + ": " + problem, Errno.EBADMSG);
        });
        return false;
    }

    private static boolean ended(String call, NetlinkMessage message) {
        if (message.type() != NetlinkMessage.ERROR && message.type() != NetlinkMessage.DONE) {
            return false;
        }
        NetlinkAnswer answer = NetlinkAnswer.of(message);
        if (answer.errno() != 0) {
            String said = answer.text()
                    .map(text -> " (the kernel says: " + text + ")")
                    .orElse("");
            throw new Errno(call + said, answer.errno());
        }
        return true;
    }
}
