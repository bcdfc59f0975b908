package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * What the blocking sockets have in common: options and what the kernel tells about itself. A descriptor number that is
 * in use by a blocked call must not be given to somebody else: whoever closes a socket first ends its threads.
 */
public abstract sealed class InetSocket implements AutoCloseable permits IcmpSocket, TcpListener, TcpSocket, UdpSocket {
    static final int SO_RCVBUF = 8;
    static final int SO_RCVTIMEO = 20;
    static final int SO_SNDTIMEO = 21;
    private static final int SO_BUSY_POLL = 46;
    private static final int SO_INCOMING_CPU = 49;
    private static final int SO_INCOMING_NAPI_ID = 56;
    private static final int SO_PREFER_BUSY_POLL = 69;
    private static final int SO_BUSY_POLL_BUDGET = 70;
    private static final int IPPROTO_IP = 0;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IP_TOS = 1;
    private static final int IPV6_TCLASS = 67;

    final int fd;
    final int family;
    final int addressLength;

    InetSocket(int family, int type, int protocol) {
        this((int) Libc.check("socket", Libc.socket(family, type | Libc.SOCK_CLOEXEC, protocol)), family);
    }

    InetSocket(int fd, int family) {
        this.fd = fd;
        this.family = family;
        this.addressLength = family == Libc.AF_INET ? SocketAddresses.IPV4_SIZE : SocketAddresses.ROOM;
    }

    /** The local address, as the kernel chose it where that was left to it. */
    public final InetSocketAddress local() {
        try (Arena mine = Arena.ofConfined()) {
            MemorySegment address = mine.allocate(SocketAddresses.ROOM, 8);
            MemorySegment length = mine.allocateFrom(JAVA_INT, SocketAddresses.ROOM);
            Libc.check("getsockname", Libc.getsockname(fd, address, length));
            return SocketAddresses.read(address);
        }
    }

    /** SO_BUSY_POLL as the kernel has it. Unit: us. */
    public final int busyPollUs() {
        return get(Libc.SOL_SOCKET, SO_BUSY_POLL, "SO_BUSY_POLL");
    }

    /** SO_PREFER_BUSY_POLL as the kernel has it; false before Linux 5.11. */
    public final boolean preferBusyPoll() {
        return getOr(SO_PREFER_BUSY_POLL, 0) != 0;
    }

    /**
     * NAPI instance that the last packet came by, which names the receive queue; 0 where there is none: nothing came
     * yet, or the driver has no NAPI ids (veth, loopback).
     */
    public final int incomingNapiId() {
        return getOr(SO_INCOMING_NAPI_ID, 0);
    }

    /** CPU that handled the last packet; -1 before any. */
    public final int incomingCpu() {
        return getOr(SO_INCOMING_CPU, -1);
    }

    @Override
    public void close() {
        Libc.close(fd);
    }

    /** Sets the options; where one fails the socket is closed. */
    final void apply(SocketOptions options) {
        try (Arena mine = Arena.ofConfined()) {
            timeout(SO_RCVTIMEO, options.receiveTimeout(), mine);
            applyPolling(options);
            if (options.bufferBytes() > 0) {
                set(Libc.SOL_SOCKET, SO_RCVBUF, options.bufferBytes(), "SO_RCVBUF");
            }
            if (options.dscp() > 0) {
                boolean four = family == Libc.AF_INET;
                set(four ? IPPROTO_IP : IPPROTO_IPV6, four ? IP_TOS : IPV6_TCLASS, options.dscp() << 2, "DSCP");
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void applyPolling(SocketOptions options) {
        if (options.busyPollUs() >= 0) {
            set(Libc.SOL_SOCKET, SO_BUSY_POLL, options.busyPollUs(), "SO_BUSY_POLL (raising it needs CAP_NET_ADMIN)");
        }
        if (options.preferBusyPoll()) {
            set(Libc.SOL_SOCKET, SO_PREFER_BUSY_POLL, 1, "SO_PREFER_BUSY_POLL (needs CAP_NET_ADMIN)");
        }
        if (options.busyPollBudget() > 0) {
            set(
                    Libc.SOL_SOCKET,
                    SO_BUSY_POLL_BUDGET,
                    options.busyPollBudget(),
                    "SO_BUSY_POLL_BUDGET (needs CAP_NET_ADMIN)");
        }
    }

    /** bind(2) or connect(2); where it fails the socket is closed. */
    final void address(InetSocketAddress address, boolean binds) {
        try (Arena mine = Arena.ofConfined()) {
            MemorySegment bytes = mine.allocate(SocketAddresses.ROOM, 8);
            int length = SocketAddresses.write(bytes, address);
            Libc.check(
                    binds ? "bind" : "connect", binds ? Libc.bind(fd, bytes, length) : Libc.connect(fd, bytes, length));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Binds to a port of every address, where one is asked for. */
    final void bindPort(InetAddress remote, int port) {
        if (port > 0) {
            address(new InetSocketAddress(SocketAddresses.any(remote), port), true);
        }
    }

    final void timeout(int option, Duration timeout, Arena mine) {
        MemorySegment timeval = mine.allocate(16, 8);
        timeval.set(JAVA_LONG, 0, timeout.toSeconds());
        timeval.set(JAVA_LONG, 8, Math.max(1, timeout.toNanosPart() / 1000));
        Libc.check("setsockopt timeout", Libc.setsockopt(fd, Libc.SOL_SOCKET, option, timeval, 16));
    }

    final void set(int level, int option, int value, String name) {
        try (Arena mine = Arena.ofConfined()) {
            MemorySegment bytes = mine.allocateFrom(JAVA_INT, value);
            Libc.check("setsockopt " + name, Libc.setsockopt(fd, level, option, bytes, Integer.BYTES));
        }
    }

    private int get(int level, int option, String name) {
        try (Arena mine = Arena.ofConfined()) {
            MemorySegment value = mine.allocate(JAVA_INT);
            MemorySegment length = mine.allocateFrom(JAVA_INT, Integer.BYTES);
            Libc.check("getsockopt " + name, Libc.getsockopt(fd, level, option, value, length));
            return value.get(JAVA_INT, 0);
        }
    }

    private int getOr(int option, int otherwise) {
        try {
            return get(Libc.SOL_SOCKET, option, "");
        } catch (Errno e) {
            return otherwise;
        }
    }
}
