package io.ringtail.collectors.probe;

import io.ringtail.collectors.Health;
import io.ringtail.collectors.Moment;
import io.ringtail.collectors.Origins;
import io.ringtail.collectors.Threads;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.InetSocket;
import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.ProberFlow;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.SourceState;
import io.ringtail.schemas.record.StampedTrip;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * Measures one path. It says hello until somebody answers, then measures; batches go out every quarter of a second.
 * An open loop has an asking thread and a receiving one for each flow, a closed loop one thread for each session; a
 * further thread cuts batches, so that no measuring thread ever encodes anything. Round trips of an open loop count from the intended send: the sender's
 * own lateness is part of them, and where it was more than 1 ms, or this process paused for as long, the samples that it
 * touched are flagged. What was overdue by more than the timeout is not sent at all, and counted as skipped.
 */
public final class Prober implements AutoCloseable {
    /** The prober's own lateness from which samples are flagged. Unit: ns. */
    public static final long LATE_NS = 1_000_000;

    private static final long RECONNECT_NS = 5_000_000_000L;
    private static final long TICK_NS = 250_000_000;
    // After a whole second, so that its last replies are there.
    private static final long TICK_OFFSET_NS = 20_000_000;
    private static final long SILENCE_NS = 2_000_000_000L;
    private static final int METERED_BELOW_RATE = 500;
    private static final int CLOSED_LOOP_FLIGHTS = 1 << 17;
    private static final int STAMPED_ROOM = 4096;
    private static final Duration JOIN = Duration.ofSeconds(2);

    private final ProbeSpec spec;
    private final Origins origins;
    private final Consumer<SpecificRecord> out;
    private final Flights flights;
    private final Pauses pauses = new Pauses();
    private final RemoteEnd remote = new RemoteEnd();
    private final Thread asking;
    private final Thread batching;
    private final List<Thread> receiving = new CopyOnWriteArrayList<>();
    private volatile Sessions sessions;
    private volatile TcpControl control;
    private volatile Loop loop;
    private volatile Batches batches;
    private volatile long watermarkEpochNs = Long.MIN_VALUE;
    private volatile EndSettings settings;
    private volatile String localInterface = "";
    private volatile Optional<String> trouble = Optional.empty();
    private volatile Throwable failure;
    private final Tally released = new Tally();
    private final BlockingQueue<StampedTrip> trips = new ArrayBlockingQueue<>(STAMPED_ROOM);
    private volatile boolean stopped;
    // Owned by the batch thread.
    private Identity batched;
    private Path path;
    private long toldDuplicated;
    private long toldLate;
    private long toldReordered;
    private long busyNs = Datagrams.UNKNOWN;

    /**
     * A prober that is not started yet.
     *
     * @param out takes batches and settings; called on the prober's threads, must not block
     */
    public Prober(ProbeSpec spec, Origins origins, Consumer<SpecificRecord> out) {
        this.spec = spec;
        this.origins = origins;
        this.out = out;
        this.flights = new Flights(flightsOf(spec), spec.timeout().toNanos());
        this.asking = thread("ask", this::ask);
        this.batching = thread("batch", this::batch);
    }

    /** Starts its threads; returns at once. What goes wrong later is told by {@link #health}. */
    public void start() {
        batching.start();
        asking.start();
    }

    /** Name of its source in heartbeats, and the object of its settings. */
    public String name() {
        return "probe:" + spec.name();
    }

    /** What it was told to do. */
    public ProbeSpec spec() {
        return spec;
    }

    /** Whether the responder is known and requests are sent. */
    public boolean isMeasuring() {
        return batches != null;
    }

    /** Who answers, once it is known. */
    public Optional<Identity> responder() {
        return Optional.ofNullable(remote.identity());
    }

    /** Every request intended before this is in a batch that was handed out; absent before measuring began. */
    public OptionalLong watermarkEpochNs() {
        long epochNs = watermarkEpochNs;
        return epochNs == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(epochNs);
    }

    /** Its settings as they took effect, again; absent until its socket is there. */
    public Optional<Settings> settings() {
        EndSettings current = settings;
        return current == null ? Optional.empty() : Optional.of(current.snapshot(origins.now()));
    }

    /** Pauses of this process, or late timers, of more than 1 ms. */
    public long pauses() {
        return pauses.count();
    }

    /** How it does. */
    public Health health() {
        Sessions c = sessions;
        Loop l = loop;
        Optional<String> reason = reason(c);
        SourceState state = failure != null
                ? SourceState.FAILED
                : reason.isEmpty() ? SourceState.OK : isMeasuring() ? SourceState.DEGRADED : SourceState.UNAVAILABLE;
        return new Health(
                name(),
                state,
                reason,
                released.get(),
                c == null ? 0 : c.unsent(),
                (l == null ? 0 : l.skipped()) + (c == null ? 0 : c.strange()));
    }

    /** How its flows are served on this side; none before its sockets are there. */
    public List<Flow> flows() {
        Sessions current = sessions;
        return current == null || stopped ? List.of() : current.flows();
    }

    @Override
    public void close() {
        stopped = true;
        Loop running = loop;
        if (running != null) {
            running.stop();
        }
        LockSupport.unpark(asking);
        boolean ended = Threads.join(asking, JOIN) && receiving.stream().allMatch(each -> Threads.join(each, JOIN));
        LockSupport.unpark(batching);
        if (Threads.join(batching, JOIN) && ended && sessions != null) {
            sessions.close();
        }
    }

    // The asking thread.

    private void ask() {
        try {
            Placement.Effect placed = spec.placement().apply();
            trouble = placed.trouble();
            connect();
            if (sessions != null) {
                tellSettings(placed);
                measure();
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    private void connect() {
        while (!stopped && sessions == null) {
            try {
                Dialer dialer = new Dialer(spec, InetAddress.getByName(spec.host()), flights, remote, trips::offer);
                control = spec.kind() == ProbeKind.TCP_RR ? new TcpControl(dialer.target()) : null;
                Sessions opened = dialer.open();
                localInterface = LocalInterfaces.holding(
                        opened.get(0).carrier().socket().local().getAddress());
                sessions = opened;
            } catch (UnknownHostException e) {
                retryLater("no such host: " + spec.host());
            } catch (Errno e) {
                retryLater(unreachable(e));
            }
        }
    }

    private String unreachable(Errno e) {
        if (spec.kind() == ProbeKind.TCP_RR && e.number() == Errno.ECONNREFUSED) {
            return "no reply from " + spec.target() + " (no reflector listens there)";
        }
        if (spec.kind() == ProbeKind.ICMP && e.number() == Errno.EPERM) {
            return "cannot ping: needs CAP_NET_RAW, or this group in the sysctl net.ipv4.ping_group_range";
        }
        return "cannot reach " + spec.target() + ": " + e.getMessage();
    }

    private void retryLater(String reason) {
        trouble = Optional.of(reason);
        long until = System.nanoTime() + RECONNECT_NS;
        while (!stopped && System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    private void tellSettings(Placement.Effect placed) {
        trouble = placed.trouble();
        InetSocket socket = sessions.get(0).carrier().socket();
        settings = new EndSettings(
                ObjectKind.PROBE,
                name(),
                localInterface,
                Map.of(
                        "probe.busy-poll", Integer.toString(socket.busyPollUs()),
                        "probe.prefer-busy-poll", socket.preferBusyPoll() ? "on" : "off",
                        "probe.busy-poll-budget",
                                Integer.toString(spec.polling().budget()),
                        "probe.cpu", placed.cpus(),
                        "probe.dscp", Integer.toString(spec.dscp()),
                        "probe.stamps", Integer.toString(spec.stampEvery()),
                        "probe.source-port", Integer.toString(spec.localPort()),
                        "probe.sched", placed.scheduler()));
        out.accept(settings.snapshot(origins.now()));
    }

    private void measure() {
        if (!waits()) {
            for (int i = 0; i < sessions.count(); i++) {
                Conversation conversation = sessions.get(i);
                receiving.add(thread("receive-" + i, () -> receive(conversation)));
            }
            receiving.forEach(Thread::start);
        }
        Greeter greeter = new Greeter(sessions.get(0), remote);
        introduce(greeter);
        if (stopped) {
            return;
        }
        loop = switch (spec.schedule()) {
            case CLOSED -> new ClosedLoop(spec, sessions, flights, greeter);
            case OPEN -> new OpenLoop(spec, sessions, flights, pauses, greeter);
            case PACED -> new PacedLoop(spec, sessions, flights, pauses, greeter);
        };
        Moment now = Moment.now();
        batches = new Batches(flights, pauses, now.epochNs(), now.monoNs(), this::frame);
        PauseMeter meter = new PauseMeter(threadName("pauses"), pauses);
        try {
            meter.start(isMetered());
            runUnlessStopped();
        } finally {
            meter.close();
        }
    }

    private void runUnlessStopped() {
        if (!stopped) {
            loop.run();
        }
    }

    private void introduce(Greeter greeter) {
        ThreadMeter meter = sessions.meter();
        while (!stopped && remote.identity() == null) {
            long start = System.nanoTime();
            if (control == null) {
                greeter.greet(start);
            } else {
                control.ask(remote);
            }
            while (!stopped && remote.identity() == null && System.nanoTime() - start < Greeter.RETRY_NS) {
                if (waits() && control == null) {
                    sessions.get(0).receive(meter);
                } else {
                    LockSupport.parkNanos(1_000_000);
                }
            }
        }
    }

    // The receiving threads of an open loop.

    private void receive(Conversation conversation) {
        try {
            spec.placement().apply();
            ThreadMeter meter = sessions.meter();
            while (!stopped) {
                conversation.receive(meter);
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    // The batch thread.

    private void batch() {
        try (BusyTime busy = new BusyTime()) {
            while (!stopped) {
                LockSupport.parkNanos(untilTick(Moment.now().epochNs()));
                release(busy, false);
            }
            release(busy, true);
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            if (control != null && batches != null) {
                control.close();
            }
        }
    }

    private static long untilTick(long epochNs) {
        return TICK_NS - Math.floorMod(epochNs - TICK_OFFSET_NS, TICK_NS);
    }

    private void release(BusyTime busy, boolean all) {
        Batches current = batches;
        if (current == null) {
            return;
        }
        busyNs = busy.readNs();
        if (control != null) {
            control.ask(remote);
        }
        Identity told = remote.identity();
        boolean moved = batched != null && !told.equals(batched);
        if (path == null) {
            become(told);
        }
        Moment now = Moment.now();
        for (RoundTrips batch : current.release(now.epochNs(), now.monoNs(), all || moved)) {
            out.accept(batch);
            released.count();
        }
        watermarkEpochNs = current.watermarkEpochNs();
        if (moved) {
            become(told);
        }
    }

    private void become(Identity told) {
        trips.clear();
        batched = told;
        path = Path.newBuilder()
                .setProberHost(origins.host())
                .setProberNetns(origins.netns())
                .setProberInterface(localInterface)
                .setResponderHost(told.host())
                .setResponderNetns(told.netns())
                .setResponderInterface(told.networkInterface())
                .setProbe(spec.kind())
                .setRequestBytes(spec.requestBytes())
                .setResponseBytes(spec.responseBytes())
                .setSessions(spec.sessions())
                .setSchedule(spec.schedule())
                .setRatePerSecond(spec.schedule() == Schedule.CLOSED ? null : spec.rate())
                .build();
    }

    /** Everything of a batch but its samples. */
    private RoundTrips.Builder frame() {
        Sessions c = sessions;
        long duplicated = c.duplicated();
        long late = c.late();
        long reordered = c.reordered();
        RoundTrips.Builder frame = RoundTrips.newBuilder()
                .setOrigin(origins.now())
                .setPath(path)
                .setProbeName(spec.name())
                .setDuplicated((int) (duplicated - toldDuplicated))
                .setLate((int) (late - toldLate))
                .setReordered((int) (reordered - toldReordered))
                .setTimeoutNs(spec.timeout().toNanos())
                .setProberBusyNs(busyNs == Datagrams.UNKNOWN ? null : busyNs)
                .setProberThreadNs(c.cpuNs())
                .setProberContextSwitches(c.contextSwitches())
                .setStampedTrips(stampedTrips())
                .setProberFlows(c.flows().stream().map(Prober::record).toList())
                .setResponderBusyNs(remote.busyNs())
                .setResponderThreadNs(remote.threadNs())
                .setResponderContextSwitches(remote.contextSwitches())
                .setResponderBootId(batched.bootId().isEmpty() ? null : batched.bootId());
        toldDuplicated = duplicated;
        toldLate = late;
        toldReordered = reordered;
        return frame;
    }

    /** What became known since the last batch; absent where nothing is stamped. */
    private List<StampedTrip> stampedTrips() {
        List<StampedTrip> known = new ArrayList<>();
        trips.drainTo(known);
        return spec.stampEvery() == 0 ? null : known;
    }

    private static ProberFlow record(Flow flow) {
        return ProberFlow.newBuilder()
                .setLocalPort(flow.localPort())
                .setNapiId(flow.napiId() == 0 ? null : flow.napiId())
                .setCpu(flow.cpu() < 0 ? null : flow.cpu())
                .build();
    }

    // Any thread.

    private Optional<String> reason(Sessions c) {
        if (failure != null) {
            return Optional.of("stopped: " + failure);
        }
        if (c == null || trouble.isPresent()) {
            return trouble;
        }
        long silentNs = System.nanoTime() - c.answeredMonoNs();
        if (!isMeasuring()) {
            return Optional.of("no reply from " + spec.target() + why(c));
        }
        return silentNs > Math.max(SILENCE_NS, 2 * spec.timeout().toNanos()) && c.answeredMonoNs() > 0
                ? Optional.of("no reply from " + spec.target() + " for " + silentNs / 1_000_000_000 + " s" + why(c))
                : Optional.empty();
    }

    private static String why(Sessions c) {
        return switch (c.lastError()) {
            case 0 -> "";
            case Errno.ECONNREFUSED -> " (no reflector listens there)";
            default -> " (" + Errno.name(c.lastError()) + ")";
        };
    }

    /** Whether the asking threads also receive. */
    private boolean waits() {
        return spec.schedule() != Schedule.OPEN;
    }

    private boolean isMetered() {
        return spec.schedule() == Schedule.CLOSED || spec.rate() < METERED_BELOW_RATE;
    }

    /** Room for what is under way within the timeout and a second more. */
    private static int flightsOf(ProbeSpec spec) {
        long seconds = spec.timeout().toSeconds() + 2;
        return spec.schedule() == Schedule.CLOSED
                ? CLOSED_LOOP_FLIGHTS
                : (int) Math.min(1 << 22, Math.max(64, spec.rate() * seconds));
    }

    private Thread thread(String role, Runnable body) {
        return Thread.ofPlatform().daemon().name(threadName(role)).unstarted(body);
    }

    private String threadName(String role) {
        return "probe-" + spec.name() + "-" + role;
    }
}
