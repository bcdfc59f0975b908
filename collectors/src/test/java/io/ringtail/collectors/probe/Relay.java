package io.ringtail.collectors.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongFunction;

/**
 * Stands between prober and reflector on the loopback interface and does to each numbered request's reply what a test
 * says. One thread; a hello passes untouched.
 */
final class Relay implements AutoCloseable {
    /** What becomes of a reply: when its copies leave, in ms after it came; none is a loss. */
    record Fate(List<Long> copiesAfterMs) {
        static final Fate PASSED = new Fate(List.of(0L));
        static final Fate DROPPED = new Fate(List.of());
        static final Fate DOUBLED = new Fate(List.of(0L, 0L));

        static Fate delayed(long ms) {
            return new Fate(List.of(ms));
        }
    }

    private record Due(long atMonoNs, ByteBuffer bytes) {}

    private final DatagramSocket front;
    private final DatagramSocket back;
    private final LongFunction<Fate> fates;
    private final List<Fate> applied = new ArrayList<>();
    private final PriorityQueue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::atMonoNs));
    private InetSocketAddress prober;
    private volatile boolean stopped;

    /** In front of a reflector. */
    Relay(InetSocketAddress reflector, LongFunction<Fate> fates) throws IOException {
        this.front = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        this.back = new DatagramSocket();
        this.fates = fates;
        front.setSoTimeout(1);
        back.connect(reflector);
        back.setSoTimeout(1);
        Thread.ofPlatform().daemon().name("relay").start(this::run);
    }

    int port() {
        return front.getLocalPort();
    }

    /** What became of the replies 0, 1, 2 ... so far. */
    List<Fate> applied() {
        synchronized (applied) {
            return List.copyOf(applied);
        }
    }

    @Override
    public void close() {
        stopped = true;
        front.close();
        back.close();
    }

    private void run() {
        try {
            while (!stopped) {
                forward();
                take();
                release();
            }
        } catch (IOException e) {
            if (!stopped) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void forward() throws IOException {
        DatagramPacket request = receive(front);
        if (request != null) {
            prober = (InetSocketAddress) request.getSocketAddress();
            back.send(new DatagramPacket(request.getData(), request.getLength()));
        }
    }

    private void take() throws IOException {
        DatagramPacket reply = receive(back);
        if (reply == null) {
            return;
        }
        byte[] bytes = Arrays.copyOf(reply.getData(), reply.getLength());
        ByteBuffer view = ByteBuffer.wrap(bytes);
        Fate fate = Fate.PASSED;
        if (Datagrams.kind(view, bytes.length) == Datagrams.Kind.REPLY) {
            fate = fates.apply(Datagrams.sequence(view) & 0xff_ffff_ffffL);
            synchronized (applied) {
                applied.add(fate);
            }
        }
        for (long ms : fate.copiesAfterMs()) {
            due.add(new Due(System.nanoTime() + ms * 1_000_000, view));
        }
    }

    private void release() throws IOException {
        while (!due.isEmpty() && due.peek().atMonoNs() <= System.nanoTime()) {
            byte[] bytes = due.poll().bytes().array();
            front.send(new DatagramPacket(bytes, bytes.length, prober));
        }
    }

    private static DatagramPacket receive(DatagramSocket socket) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
        try {
            socket.receive(packet);
            return packet;
        } catch (SocketTimeoutException e) {
            return null;
        }
    }
}
