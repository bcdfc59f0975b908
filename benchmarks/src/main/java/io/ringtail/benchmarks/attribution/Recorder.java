package io.ringtail.benchmarks.attribution;

import io.ringtail.collectors.Agent;
import io.ringtail.collectors.AgentConfig;
import io.ringtail.collectors.probe.Placement;
import io.ringtail.collectors.probe.ProbeSpec;
import io.ringtail.collectors.probe.ReflectorConfig;
import io.ringtail.collectors.publish.ClockOffset;
import io.ringtail.collectors.publish.PublishCounts;
import io.ringtail.collectors.publish.Publisher;
import io.ringtail.processors.analysis.RoundTripSlices;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.RoundTripsPart;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;
import org.apache.avro.specific.SpecificRecord;

/**
 * Records windows of our own prober over loopback, as {@link Recorded} reads them. Prober and reflector run under
 * SCHED_FIFO where that is allowed, so that other work on the machine disturbs them less.
 */
public final class Recorder implements Publisher {
    private static final int PORT = 17_411;
    private static final int FIFO = 10;

    private final TreeMap<Long, SparseHistogram> windows = new TreeMap<>();

    private Recorder() {}

    /** Records for so long. */
    public static void run(Path file, Duration length) throws IOException {
        Recorder recorder = new Recorder();
        AgentConfig config = AgentConfig.defaults()
                .withLoopbackProbe(false)
                .probing(
                        List.of(ProbeSpec.parse("udp://127.0.0.1:" + PORT + "?rate=500&fifo=" + FIFO + "&name=record")))
                .reflecting(reflector());
        try (Agent agent = new Agent(config, List.of(), recorder)) {
            agent.start();
            long endMonoNs = System.nanoTime() + length.toNanos();
            while (System.nanoTime() < endMonoNs) {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            }
        }
        recorder.write(file);
    }

    private static ReflectorConfig reflector() {
        ReflectorConfig usual = ReflectorConfig.defaults().at("127.0.0.1", PORT);
        return new ReflectorConfig(
                usual.name(),
                usual.host(),
                usual.port(),
                List.of("127.0.0.0/8"),
                usual.hold(),
                usual.polling(),
                usual.dscp(),
                new Placement("", FIFO));
    }

    @Override
    public synchronized void publish(SpecificRecord record) {
        if (record instanceof RoundTrips batch) {
            for (RoundTripsPart part : RoundTripSlices.of(batch)) {
                windows.computeIfAbsent(part.getStartEpochNs(), start -> new SparseHistogram())
                        .merge(SparseHistogram.read(part.getHistogram()));
            }
        }
    }

    /** Without the first and the last window, which are not whole. */
    private synchronized void write(Path file) throws IOException {
        windows.pollFirstEntry();
        windows.pollLastEntry();
        try (Writer out =
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
            for (Map.Entry<Long, SparseHistogram> window : windows.entrySet()) {
                if (window.getValue().count() > 0) {
                    out.write(line(window.getValue()));
                }
            }
        }
        System.out.println(windows.size() + " windows in " + file);
    }

    private static String line(SparseHistogram window) {
        StringBuilder line = new StringBuilder();
        int last = 0;
        for (int i = 0; i < window.indices().size(); i++) {
            int index = window.indices().get(i);
            line.append(i == 0 ? "" : " ")
                    .append(index - last)
                    .append(':')
                    .append(window.counts().get(i));
            last = index;
        }
        return line.append('\n').toString();
    }

    @Override
    public PublishCounts counts() {
        return new PublishCounts(0, 0, 0);
    }

    @Override
    public Optional<ClockOffset> clock() {
        return Optional.empty();
    }

    @Override
    public Optional<String> trouble() {
        return Optional.empty();
    }

    @Override
    public boolean flush(Duration atMost) {
        return true;
    }

    @Override
    public void close() {}
}
