package io.ringtail.collectors.probe;

import io.ringtail.collectors.Origins;
import io.ringtail.collectors.linux.Clocks;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;

/**
 * Plain ping-pong over the prober's own send and receive path, for comparing with {@code sockperf ping-pong
 * --full-rtt}. Arguments: {@code TARGET SECONDS} pings what a probe of that target would; {@code SECONDS} one
 * in this process; {@code reflect HOST:PORT} is one until it is killed. The first two seconds are for warming up.
 */
public final class PingPong {
    private static final long WARM_UP_NS = 2_000_000_000L;
    private static final long GIVE_UP_NS = 200_000_000;
    private static final long MAX_RTT_NS = 60_000_000_000L;

    private final Conversation conversation;
    private final Flights flights;
    private final Histogram rtts = new Histogram(1, MAX_RTT_NS, 3);
    private final ThreadMeter meter = new ThreadMeter();
    private long lost;

    private PingPong(Conversation conversation, Flights flights) {
        this.conversation = conversation;
        this.flights = flights;
    }

    /** Runs one. */
    public static void main(String[] arguments) {
        if (arguments.length == 2 && "reflect".equals(arguments[0])) {
            reflect(arguments[1]);
        } else if (arguments.length == 1) {
            pingOneself(Long.parseLong(arguments[0]));
        } else {
            String target = arguments[0].contains("://") ? arguments[0] : "udp://" + arguments[0];
            ping(ProbeSpec.parse(target).closed(), Long.parseLong(arguments[1]), System.out);
        }
    }

    private static void reflect(String where) {
        InetSocketAddress at = address(where);
        try (Reflector reflector = reflector(at.getHostString(), at.getPort())) {
            reflector.start();
            System.out.println("reflecting on " + reflector.address());
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pingOneself(long seconds) {
        try (Reflector reflector = reflector("127.0.0.1", 0)) {
            reflector.start();
            int port = reflector.address().getPort();
            ping(ProbeSpec.of("ping-pong", "127.0.0.1", port).closed(), seconds, System.out);
        }
    }

    private static Reflector reflector(String host, int port) {
        Origins nobody = Origins.ofThisBoot("ping-pong", "", Optional::empty);
        return new Reflector(ReflectorConfig.defaults().at(host, port), nobody);
    }

    private static InetSocketAddress address(String hostAndPort) {
        int colon = hostAndPort.lastIndexOf(':');
        return new InetSocketAddress(
                hostAndPort.substring(0, colon), Integer.parseInt(hostAndPort.substring(colon + 1)));
    }

    private static void ping(ProbeSpec spec, long seconds, PrintStream out) {
        Flights flights = new Flights(1024, spec.timeout().toNanos());
        try (Sessions sessions = open(spec, flights)) {
            PingPong pingPong = new PingPong(sessions.get(0), flights);
            pingPong.runFor(WARM_UP_NS);
            if (pingPong.rtts.getTotalCount() == 0) {
                throw new IllegalStateException("no reply from " + spec.target() + ": start a reflector there");
            }
            pingPong.rtts.reset();
            pingPong.lost = 0;
            long cpuNs = Clocks.threadCpuNs();
            pingPong.runFor(seconds * 1_000_000_000L);
            pingPong.print(seconds, Clocks.threadCpuNs() - cpuNs, out);
        }
    }

    private static Sessions open(ProbeSpec spec, Flights flights) {
        try {
            return new Dialer(spec, InetAddress.getByName(spec.host()), flights, new RemoteEnd(), trip -> {}).open();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("no such host: " + spec.host(), e);
        }
    }

    private void runFor(long ns) {
        long end = System.nanoTime() + ns;
        for (long now = System.nanoTime(); now < end; ) {
            long index = flights.schedule(now);
            conversation.request(index, now, meter);
            boolean answered;
            long received;
            // What came may have been something else: over loopback a raw socket sees its own request, too.
            do {
                answered = conversation.receive(meter) == index;
                received = System.nanoTime();
            } while (!answered && received - now < GIVE_UP_NS);
            if (answered) {
                rtts.recordValue(Math.min(received - now, MAX_RTT_NS));
            } else {
                lost++;
            }
            flights.release(index + 1);
            now = System.nanoTime();
        }
    }

    private void print(long seconds, long cpuNs, PrintStream out) {
        long count = rtts.getTotalCount();
        out.printf(
                Locale.ROOT,
                "{\"p50_us\":%.3f,\"p90_us\":%.3f,\"p99_us\":%.3f,\"p999_us\":%.3f,\"max_us\":%.3f,\"mean_us\":%.3f,"
                        + "\"rate\":%d,\"count\":%d,\"lost\":%d,\"thread_cpu_us\":%.3f}%n",
                rtts.getValueAtPercentile(50) / 1e3,
                rtts.getValueAtPercentile(90) / 1e3,
                rtts.getValueAtPercentile(99) / 1e3,
                rtts.getValueAtPercentile(99.9) / 1e3,
                rtts.getMaxValue() / 1e3,
                rtts.getMean() / 1e3,
                count / Math.max(1, seconds),
                count,
                lost,
                cpuNs / 1e3 / Math.max(1, count));
    }
}
