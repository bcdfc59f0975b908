package io.ringtail.standalone.capture;

import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.Watermark;
import io.ringtail.schemas.topic.Topics;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** Other tools' output as round-trip records in a file that {@code ringtail replay} takes. */
public final class Import {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long MS = 1_000_000;
    private static final long TIMEOUT_NS = SECOND_NS;

    /** Tools whose output has samples. */
    public enum Tool {
        SOCKPERF,
        PING
    }

    /**
     * What was imported.
     *
     * @param batches records written
     * @param answered round trips
     * @param lost requests without an answer
     * @param skippedLines lines that looked like samples and could not be read
     */
    public record Outcome(int batches, int answered, int lost, int skippedLines) {}

    private final Tool tool;
    private final String proberHost;
    private final String responderHost;

    /**
     * Prepares one.
     *
     * @param proberHost host that the tool ran on
     * @param responderHost the other end; empty for the address that the output tells
     */
    public Import(Tool tool, String proberHost, String responderHost) {
        this.tool = tool;
        this.proberHost = proberHost;
        this.responderHost = responderHost;
    }

    /**
     * Imports a file. Where its times are since the tool's own start, its last sample is taken to be from when the file was
     * last written.
     */
    public Outcome run(java.nio.file.Path from, java.nio.file.Path to) throws IOException {
        List<String> lines = lines(from);
        ToolOutput output = tool == Tool.PING ? PingText.parse(lines) : SockperfLog.parse(lines);
        long writtenEpochNs = Files.getLastModifiedTime(from).toMillis() * MS;
        List<RoundTrips> batches = batches(output, shiftNs(output, writtenEpochNs));
        try (CaptureFile file = new CaptureFile(to)) {
            for (RoundTrips batch : batches) {
                file.write(new Captured(
                        Topics.ROUND_TRIPS.name(),
                        proberHost.getBytes(StandardCharsets.UTF_8),
                        batch.getToEpochNs() / MS,
                        null,
                        batch));
                file.write(new Captured(
                        Topics.AGENTS.name(),
                        proberHost.getBytes(StandardCharsets.UTF_8),
                        batch.getToEpochNs() / MS,
                        null,
                        heartbeat(batch)));
            }
        }
        return new Outcome(
                batches.size(), output.trips().size(), output.lostNs().size(), output.skippedLines());
    }

    private static List<String> lines(java.nio.file.Path from) throws IOException {
        try {
            return Files.readAllLines(from, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new IOException("it is no text", e);
        }
    }

    private static long shiftNs(ToolOutput output, long writtenEpochNs) {
        boolean epoch = output.trips().isEmpty() || output.trips().getLast().sentNs() > 365L * 86_400 * SECOND_NS;
        return epoch ? 0 : writtenEpochNs - output.trips().getLast().sentNs();
    }

    /** One for each second in which requests were sent. */
    private List<RoundTrips> batches(ToolOutput output, long shiftNs) {
        SortedMap<Long, List<ToolOutput.Trip>> trips = new TreeMap<>();
        SortedMap<Long, List<Long>> lost = new TreeMap<>();
        for (ToolOutput.Trip trip : output.trips()) {
            second(trips, trip.sentNs() + shiftNs).add(new ToolOutput.Trip(trip.sentNs() + shiftNs, trip.rttNs()));
        }
        output.lostNs().forEach(sentNs -> second(lost, sentNs + shiftNs).add(sentNs + shiftNs));
        lost.keySet().forEach(second -> trips.computeIfAbsent(second, none -> new ArrayList<>()));
        Path path = path(output);
        List<RoundTrips> batches = new ArrayList<>();
        trips.forEach((second, answered) -> batches.add(batch(
                path,
                batches.size(),
                second * SECOND_NS,
                answered,
                lost.getOrDefault(second, List.of()),
                batches.isEmpty() ? output.duplicated() : 0)));
        return batches;
    }

    private static <T> List<T> second(SortedMap<Long, List<T>> seconds, long epochNs) {
        return seconds.computeIfAbsent(Math.floorDiv(epochNs, SECOND_NS), second -> new ArrayList<>());
    }

    private RoundTrips batch(
            Path path, long number, long fromNs, List<ToolOutput.Trip> trips, List<Long> lost, int duplicated) {
        List<Long> offsets = new ArrayList<>();
        List<Long> rtts = new ArrayList<>();
        long before = fromNs;
        for (ToolOutput.Trip trip : trips) {
            offsets.add(Math.max(0, trip.sentNs() - before));
            rtts.add(trip.rttNs());
            before = Math.max(before, trip.sentNs());
        }
        Origin origin = Origin.newBuilder()
                .setHost(proberHost)
                .setNetns("")
                .setBootId("import")
                .setEpochNs(fromNs + SECOND_NS)
                .setMonoNs(fromNs + SECOND_NS)
                .build();
        return RoundTrips.newBuilder()
                .setOrigin(origin)
                .setPath(path)
                .setProbeName(tool.name().toLowerCase(Locale.ROOT))
                .setBatch(number)
                .setFromEpochNs(fromNs)
                .setToEpochNs(fromNs + SECOND_NS)
                .setSendOffsetsNs(offsets)
                .setRttsNs(rtts)
                .setLostOffsetsNs(lost.stream().map(sentNs -> sentNs - fromNs).toList())
                .setFlagged(List.of())
                .setDuplicated(duplicated)
                .setLate(0)
                .setReordered(0)
                .setTimeoutNs(TIMEOUT_NS)
                .build();
    }

    /** Tells that everything up to the batch's end is there, as an agent would. */
    private static Agent heartbeat(RoundTrips batch) {
        return Agent.newBuilder()
                .setOrigin(batch.getOrigin())
                .setVersion("import")
                .setStartedEpochNs(batch.getOrigin().getEpochNs())
                .setHeartbeat(batch.getBatch())
                .setWatermarks(List.of(new Watermark("probe:" + batch.getProbeName(), batch.getToEpochNs())))
                .setSources(List.of())
                .setSampled(0)
                .setDelivered(0)
                .setLost(0)
                .setStalls(0)
                .setInterfaces(List.of())
                .build();
    }

    private Path path(ToolOutput output) {
        String told = output.responder().isEmpty() ? "unknown" : output.responder();
        return Path.newBuilder()
                .setProberHost(proberHost)
                .setProberNetns("")
                .setProberInterface("")
                .setResponderHost(responderHost.isEmpty() ? told : responderHost)
                .setResponderNetns("")
                .setResponderInterface("")
                .setProbe(output.kind())
                .setRequestBytes(output.bytes())
                .setResponseBytes(output.bytes())
                .setSessions(1)
                .setSchedule(output.schedule())
                .setRatePerSecond(output.ratePerSecond())
                .build();
    }
}
