package io.ringtail.collectors.probe;

import io.ringtail.collectors.Origins;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a reflector tells each peer about itself: the same but for the interface, which may differ by peer. Remembers
 * a bounded number of peers; what it knows is renewed on another thread than the one that answers. Thread safe.
 */
final class Identities {
    private static final int MAX_PEERS = 256;

    private final Origins origins;
    private final InetAddress bound;
    private final int hash;
    private final Map<InetAddress, byte[]> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, byte[]> eldest) {
            return size() > MAX_PEERS;
        }
    };

    Identities(Origins origins, InetAddress bound) {
        this.origins = origins;
        this.bound = bound;
        this.hash = hashOf(origins);
    }

    /** Changes when the host, namespace, boot or reflector process does. */
    int hash() {
        return hash;
    }

    /** The encoded identity for a peer. */
    synchronized byte[] towards(InetSocketAddress peer) {
        return known.computeIfAbsent(peer.getAddress(), this::encoded);
    }

    /** Looks the interfaces up again: addresses move. */
    void renew() {
        Map<InetAddress, byte[]> fresh = new LinkedHashMap<>();
        for (InetAddress peer : peers()) {
            fresh.put(peer, encoded(peer));
        }
        synchronized (this) {
            known.putAll(fresh);
        }
    }

    private synchronized InetAddress[] peers() {
        return known.keySet().toArray(InetAddress[]::new);
    }

    private byte[] encoded(InetAddress peer) {
        String networkInterface = bound.isAnyLocalAddress()
                ? LocalInterfaces.towards(new InetSocketAddress(peer, ReflectorConfig.DEFAULT_PORT))
                : LocalInterfaces.holding(bound);
        return Datagrams.encode(new Identity(origins.host(), origins.netns(), networkInterface, origins.bootId()));
    }

    private static int hashOf(Origins origins) {
        String run = String.join(
                "\u0000",
                origins.host(),
                origins.netns(),
                origins.bootId(),
                Long.toString(ProcessHandle.current().pid()),
                Long.toString(System.nanoTime()));
        return run.hashCode();
    }
}
