package io.ringtail.collectors.linux;

import java.util.List;
import java.util.Optional;

/**
 * A socket that talks to one generic netlink family. A kernel without the family answers each request EOPNOTSUPP. Owned
 * by one thread at a time.
 */
final class GenericNetlink implements AutoCloseable {
    private final NetlinkSocket socket;
    private final String name;
    private final Optional<GenericFamily> family;

    private GenericNetlink(NetlinkSocket socket, String name) {
        this.socket = socket;
        this.name = name;
        this.family = GenericFamily.find(socket, name);
    }

    /** Opens a socket in the calling thread's network namespace. */
    static GenericNetlink open(String family) {
        NetlinkSocket socket = NetlinkSocket.open(NetlinkSocket.GENERIC);
        try {
            return new GenericNetlink(socket, family);
        } catch (RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Begins a request. */
    NetlinkRequest begin(int command, int flags) {
        return NetlinkRequest.generic(required().id(), command, flags);
    }

    /** Sends a request; the answer's messages. */
    List<NetlinkMessage> request(String call, NetlinkRequest request) {
        return socket.request(name + " " + call, request);
    }

    /** Joins a multicast group, if this kernel has it. */
    boolean join(String group) {
        Optional<Integer> number = family.map(known -> known.groups().get(group));
        number.ifPresent(socket::join);
        return number.isPresent();
    }

    NetlinkSocket socket() {
        return socket;
    }

    @Override
    public void close() {
        socket.close();
    }

    private GenericFamily required() {
        return family.orElseThrow(
                () -> new Errno("this kernel has no generic netlink family " + name, Errno.EOPNOTSUPP));
    }
}
