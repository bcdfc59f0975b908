package io.ringtail.collectors.probe;

import io.ringtail.collectors.Threads;
import io.ringtail.collectors.linux.Clocks;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.TcpListener;
import io.ringtail.collectors.linux.TcpSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The TCP side of a reflector: a thread accepts, each connection has a thread of its own that waits in the kernel. Counts
 * of all connections together.
 */
final class TcpReflector implements AutoCloseable {
    private static final int MAX_CONNECTIONS = 512;
    private static final long IDLE_NS = 300_000_000_000L;
    private static final Duration JOIN = Duration.ofSeconds(1);

    private final ReflectorConfig config;
    private final TcpListener listener;
    private final Networks networks;
    private final Identities identities;
    private final LongSupplier busyNs;
    private final Set<Thread> connections = ConcurrentHashMap.newKeySet();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong identified = new AtomicLong();
    private final AtomicLong malformed = new AtomicLong();
    private final AtomicLong foreign = new AtomicLong();
    private final AtomicLong threadsNs = new AtomicLong();
    private final AtomicLong contextSwitches = new AtomicLong();
    private final Thread accepting;
    private volatile boolean stopped;

    TcpReflector(
            ReflectorConfig config,
            TcpListener listener,
            Networks networks,
            Identities identities,
            LongSupplier busyNs) {
        this.config = config;
        this.listener = listener;
        this.networks = networks;
        this.identities = identities;
        this.busyNs = busyNs;
        this.accepting = Thread.ofPlatform()
                .daemon()
                .name("reflector-" + config.name() + "-accept")
                .unstarted(this::accept);
    }

    void start() {
        accepting.start();
    }

    long answered() {
        return answered.get();
    }

    long identified() {
        return identified.get();
    }

    long malformed() {
        return malformed.get();
    }

    long foreign() {
        return foreign.get();
    }

    @Override
    public void close() {
        stopped = true;
        connections.forEach(connection -> Threads.join(connection, JOIN));
        if (Threads.join(accepting, JOIN)) {
            listener.close();
        }
    }

    private void accept() {
        while (!stopped) {
            listener.accept().ifPresent(this::welcome);
        }
    }

    private void welcome(TcpSocket socket) {
        InetSocketAddress peer;
        try {
            peer = socket.remote();
        } catch (Errno e) {
            socket.close();
            return;
        }
        if (!networks.contain(peer.getAddress()) || connections.size() >= MAX_CONNECTIONS) {
            foreign.incrementAndGet();
            socket.close();
            return;
        }
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name("reflector-" + config.name() + "-" + peer.getPort())
                .unstarted(() -> serve(socket, peer));
        connections.add(thread);
        thread.start();
    }

    private void serve(TcpSocket socket, InetSocketAddress peer) {
        try {
            config.placement().apply();
            new Connection(socket, peer).run();
        } finally {
            socket.close();
            connections.remove(Thread.currentThread());
        }
    }

    /** One connection; owned by its thread. */
    private final class Connection {
        private final TcpSocket socket;
        private final InetSocketAddress peer;
        private final ThreadMeter meter = new ThreadMeter();
        private final long holdNs = config.hold().toNanos();
        private long toldNs;
        private long toldSwitches;

        private Connection(TcpSocket socket, InetSocketAddress peer) {
            this.socket = socket;
            this.peer = peer;
        }

        private void run() {
            boolean hellos = true;
            while (!stopped && hellos && receive(TcpFrames.HELLO_BYTES)) {
                ByteBuffer hello = socket.incoming();
                if (!TcpFrames.isHello(hello)) {
                    malformed.incrementAndGet();
                    return;
                }
                int requestBytes = TcpFrames.requestBytes(hello);
                int responseBytes = TcpFrames.responseBytes(hello);
                hellos = TcpFrames.purpose(hello) == TcpFrames.HELLOS;
                if (!identify(hello)) {
                    return;
                }
                if (!hellos) {
                    answerAll(requestBytes, responseBytes);
                }
            }
        }

        private boolean identify(ByteBuffer hello) {
            use();
            Datagrams.Use use =
                    new Datagrams.Use(identities.hash(), busyNs.getAsLong(), threadsNs.get(), contextSwitches.get());
            Datagrams.identify(hello, TcpFrames.HELLO_BYTES, use, identities.towards(peer));
            socket.outgoing().put(0, hello, 0, TcpFrames.HELLO_BYTES);
            identified.incrementAndGet();
            return socket.send(TcpFrames.HELLO_BYTES) > 0;
        }

        private void answerAll(int requestBytes, int responseBytes) {
            boolean header = TcpFrames.hasHeader(responseBytes);
            while (!stopped && receive(requestBytes)) {
                use();
                if (header) {
                    Datagrams.answer(
                            socket.outgoing(),
                            identities.hash(),
                            Clocks.epochNs(),
                            busyNs.getAsLong(),
                            threadsNs.get());
                }
                Reflector.hold(holdNs);
                if (socket.send(responseBytes) < 0) {
                    return;
                }
                answered.incrementAndGet();
            }
        }

        /** Whether so many bytes came, before the end or an idle time of five minutes. */
        private boolean receive(int bytes) {
            int got = 0;
            long sinceMonoNs = System.nanoTime();
            while (got < bytes) {
                int more = socket.receive(got, bytes - got);
                boolean waits = more == -Errno.EAGAIN || more == -Errno.EINTR;
                if (more > 0) {
                    got += more;
                } else if (!waits || stopped || System.nanoTime() - sinceMonoNs > IDLE_NS) {
                    return false;
                }
            }
            return true;
        }

        /** Adds what this thread has used since it last did. */
        private void use() {
            meter.tick(System.nanoTime());
            if (meter.cpuNs() != toldNs) {
                threadsNs.addAndGet(meter.cpuNs() - toldNs);
                toldNs = meter.cpuNs();
                contextSwitches.addAndGet(meter.contextSwitches() - toldSwitches);
                toldSwitches = meter.contextSwitches();
            }
        }
    }
}
