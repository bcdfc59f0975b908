package io.ringtail.collectors.probe;

import io.ringtail.collectors.Health;
import io.ringtail.collectors.Origins;
import io.ringtail.collectors.Threads;
import io.ringtail.collectors.linux.Clocks;
import io.ringtail.collectors.linux.SocketOptions;
import io.ringtail.collectors.linux.UdpSocket;
import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.SourceState;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Answers probes: one thread waits for datagrams and answers each at once, another renews what the answers tell. An
 * answer is never longer than what asked for it; only configured networks get one. {@link #start} and {@link #close}
 * by its owner, the rest from any thread.
 */
public final class Reflector implements AutoCloseable {
    private static final Duration RECEIVE_TIMEOUT = Duration.ofMillis(250);
    private static final long BUSY_TIME_AGE_MS = 50;
    private static final long IDENTITY_AGE_NS = 30_000_000_000L;
    private static final Duration JOIN = Duration.ofSeconds(2);
    private static final Duration READY = Duration.ofSeconds(20);

    private final ReflectorConfig config;
    private final Origins origins;
    private final Networks networks;
    private final long holdNs;
    private final UdpSocket socket;
    private final InetSocketAddress local;
    private final Identities identities;
    private final TcpReflector tcp;
    private final ThreadMeter meter = new ThreadMeter();
    private final StampedReplies stamped;
    private final Thread echo;
    private final Thread helper;
    private final CountDownLatch ready = new CountDownLatch(1);
    // Written by the echo thread only.
    private final Tally answered = new Tally();
    private final Tally identified = new Tally();
    private final Tally malformed = new Tally();
    private final Tally foreign = new Tally();
    private final Tally unsent = new Tally();

    private volatile long busyNs = Datagrams.UNKNOWN;
    private volatile Placement.Effect placed = new Placement.Effect("", "other", Optional.empty());
    private volatile EndSettings settings;
    private volatile Throwable failure;
    private volatile boolean stopped;

    /**
     * Binds at once, so that a port in use is found before anything else starts.
     *
     * @throws ReflectorUnavailable if it cannot listen there
     * @throws IllegalArgumentException if a network is none
     */
    public Reflector(ReflectorConfig config, Origins origins) {
        this.config = config;
        this.origins = origins;
        this.networks = Networks.of(config.networks());
        this.holdNs = config.hold().toNanos();
        Bound bound = Bound.open(config, options());
        this.socket = bound.udp();
        this.local = socket.local();
        this.stamped = new StampedReplies(socket);
        this.identities = new Identities(origins, local.getAddress());
        this.tcp = new TcpReflector(config, bound.tcp(), networks, identities, () -> busyNs);
        this.echo =
                Thread.ofPlatform().daemon().name("reflector-" + config.name()).unstarted(this::echo);
        this.helper = Thread.ofPlatform()
                .daemon()
                .name("reflector-" + config.name() + "-facts")
                .unstarted(this::keepFacts);
    }

    /** Starts answering; returns when it does. */
    public void start() {
        Thread.ofPlatform().daemon().name(echo.getName() + "-warm-up").start(StampedReplies::warmUp);
        helper.start();
        echo.start();
        tcp.start();
        await();
    }

    /** Where it listens, with the port that was taken. */
    public InetSocketAddress address() {
        return local;
    }

    /** Name of its source in heartbeats, and the object of its settings. */
    public String name() {
        return "reflector:" + config.name();
    }

    public ReflectorCounts counts() {
        return new ReflectorCounts(
                answered.get() + tcp.answered(),
                identified.get() + tcp.identified(),
                malformed.get() + tcp.malformed(),
                foreign.get() + tcp.foreign(),
                unsent.get());
    }

    /** How it does. */
    public Health health() {
        Throwable died = failure;
        Optional<String> trouble = died != null ? Optional.of("stopped: " + died) : placed.trouble();
        SourceState state =
                died != null ? SourceState.FAILED : trouble.isPresent() ? SourceState.DEGRADED : SourceState.OK;
        ReflectorCounts now = counts();
        return new Health(name(), state, trouble, now.answered(), now.unsent(), now.malformed() + now.foreign());
    }

    /** Its settings as they took effect; the first call of a run gives a START. */
    public Settings settings() {
        return settings.snapshot(origins.now());
    }

    @Override
    public void close() {
        stopped = true;
        helper.interrupt();
        tcp.close();
        if (Threads.join(echo, JOIN) && Threads.join(helper, JOIN)) {
            socket.close();
        }
    }

    private SocketOptions options() {
        Polling polling = config.polling();
        return new SocketOptions(
                RECEIVE_TIMEOUT, polling.busyPollUs(), polling.prefer(), polling.budget(), config.dscp(), 1 << 20, 0);
    }

    private void echo() {
        try {
            place();
            ready.countDown();
            while (!stopped) {
                int length = socket.receive();
                if (length >= 0) {
                    answer(length);
                }
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            ready.countDown();
        }
    }

    private void place() {
        placed = config.placement().apply();
        settings = new EndSettings(
                ObjectKind.REFLECTOR,
                name(),
                LocalInterfaces.holding(local.getAddress()),
                Map.of(
                        "reflector.busy-poll", Integer.toString(socket.busyPollUs()),
                        "reflector.prefer-busy-poll", socket.preferBusyPoll() ? "on" : "off",
                        "reflector.busy-poll-budget",
                                Integer.toString(config.polling().budget()),
                        "reflector.dscp", Integer.toString(config.dscp()),
                        "reflector.cpu", placed.cpus(),
                        "reflector.hold", Long.toString(config.hold().toNanos() / 1000),
                        "reflector.sched", placed.scheduler()));
    }

    private void answer(int length) {
        ByteBuffer datagram = socket.incoming();
        Datagrams.Kind kind = Datagrams.kind(datagram, length);
        switch (kind) {
            case REQUEST, STAMPED, HELLO -> answerIfKnown(kind, datagram, length);
            case REPLY, STAMPED_REPLY, IDENTITY, MALFORMED -> malformed.count();
        }
    }

    private void answerIfKnown(Datagrams.Kind kind, ByteBuffer datagram, int length) {
        if (!networks.contain(socket.sourceHigh(), socket.sourceLow())) {
            foreign.count();
        } else if (kind == Datagrams.Kind.HELLO) {
            identify(datagram, length);
        } else if (kind == Datagrams.Kind.STAMPED) {
            reflectStamped(datagram, length);
        } else {
            reflect(datagram, length);
        }
    }

    private void reflect(ByteBuffer datagram, int length) {
        meter.tick(System.nanoTime());
        Datagrams.answer(datagram, identities.hash(), Clocks.epochNs(), busyNs, meter.cpuNs());
        hold(holdNs);
        tally(socket.reply(length) == length, answered);
    }

    private void reflectStamped(ByteBuffer datagram, int length) {
        stamped.prepare(datagram, identities.hash(), Clocks.epochNs());
        hold(holdNs);
        tally(socket.replyStamped(length) == length, answered);
        stamped.collect();
    }

    /** Watches the clock for so long. */
    static void hold(long ns) {
        long until = System.nanoTime() + ns;
        while (ns > 0 && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private void identify(ByteBuffer datagram, int length) {
        byte[] identity = identities.towards(socket.source());
        meter.tick(System.nanoTime());
        Datagrams.Use use = new Datagrams.Use(identities.hash(), busyNs, meter.cpuNs(), meter.contextSwitches());
        int answer = Datagrams.identify(datagram, length, use, identity);
        if (answer == 0) {
            malformed.count();
        } else {
            tally(socket.reply(answer) == answer, identified);
        }
    }

    private void tally(boolean sent, Tally kind) {
        (sent ? kind : unsent).count();
    }

    /** Keeps busy time fresh while there are requests, so that an idle reflector costs nothing. */
    private void keepFacts() {
        try (BusyTime busy = new BusyTime()) {
            long seen = -1;
            long renewedMonoNs = System.nanoTime();
            while (!stopped) {
                ReflectorCounts now = counts();
                long requests = now.answered() + now.identified();
                if (requests != seen) {
                    busyNs = busy.readNs();
                    seen = requests;
                }
                if (System.nanoTime() - renewedMonoNs > IDENTITY_AGE_NS) {
                    identities.renew();
                    renewedMonoNs = System.nanoTime();
                }
                Thread.sleep(BUSY_TIME_AGE_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void await() {
        try {
            if (!ready.await(READY.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(name() + " did not start within " + READY.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
