package io.ringtail.collectors.publish;

import io.ringtail.collectors.Threads;
import io.ringtail.collectors.linux.Clocks;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.serde.SchemaRegistryException;
import io.ringtail.schemas.topic.RecordNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes to Kafka from a thread of its own. Who publishes never waits: records wait up to a bound while the broker is
 * away, on disk where there is a spool, and then the oldest is dropped and counted. A heartbeat is sent only when
 * everything before it was acknowledged, so that its watermarks never run ahead of the data; its own acknowledgement
 * tells the broker's time. A record of a spool has its {@link RecordNumber} as a header: after the agent was killed,
 * one whose acknowledgement it had not seen arrives a second time with the same.
 */
public final class KafkaPublisher implements Publisher {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaPublisher.class);
    private static final long TROUBLE_NS = 3_000_000_000L;
    private static final long RETRY_MS = 500;
    private static final long MAX_UNACKNOWLEDGED = 500;
    private static final long POLL_MS = 5;
    private static final Duration JOIN = Duration.ofSeconds(1);

    private final Producer<byte[], byte[]> producer;
    private final SchemaRegistry registry;
    private final String where;
    private final Parcels parcels = new Parcels();
    private final Backlog backlog;
    private final Optional<Long> spoolId;
    private final AtomicLong unacknowledged = new AtomicLong();
    private final ClockMeter clock = new ClockMeter();
    private final Thread thread;
    private volatile long progressMonoNs = System.nanoTime();
    private volatile String lastError = "";
    private volatile boolean troubled;
    private volatile boolean stopped;
    private final AtomicBoolean warned = new AtomicBoolean();
    private Backlog.Taken refused; // of the sending thread: the producer did not take it

    /**
     * Publishes with a producer of its own; schemas get their ids from a registry that the caller closes.
     *
     * @throws SpoolUnavailable if there is to be a spool and it cannot be used
     */
    public KafkaPublisher(KafkaPublisherConfig config, SchemaRegistry registry) {
        this(
                config,
                registry,
                new KafkaProducer<>(config.producer(), new ByteArraySerializer(), new ByteArraySerializer()));
    }

    KafkaPublisher(KafkaPublisherConfig config, SchemaRegistry registry, Producer<byte[], byte[]> producer) {
        this.producer = producer;
        this.registry = registry;
        this.where = config.bootstrap();
        Optional<Spool> spool = open(config, producer);
        this.spoolId = spool.map(Spool::id);
        this.backlog = spool.<Backlog>map(s -> new SpoolBacklog(s, config.queueBytes()))
                .orElseGet(() -> new MemoryBacklog(config.queueBytes()));
        this.thread = Thread.ofPlatform().daemon().name("publisher").start(this::run);
    }

    private static Optional<Spool> open(KafkaPublisherConfig config, Producer<byte[], byte[]> producer) {
        try {
            return config.spool().map(Spool::open);
        } catch (SpoolUnavailable e) {
            producer.close(Duration.ZERO);
            throw e;
        }
    }

    @Override
    public void publish(SpecificRecord record) {
        if (backlog.counts().inFlight() == 0) {
            progressMonoNs = System.nanoTime();
        }
        try {
            backlog.add(parcels.of(record));
        } catch (RuntimeException e) {
            lastError = e.toString();
            warn(e);
            backlog.unusable();
        }
    }

    @Override
    public PublishCounts counts() {
        return backlog.counts();
    }

    @Override
    public Optional<ClockOffset> clock() {
        return clock.best();
    }

    @Override
    public Optional<String> trouble() {
        long silentNs = System.nanoTime() - progressMonoNs;
        boolean stuck = counts().inFlight() > 0 && silentNs > TROUBLE_NS;
        if (stuck != troubled) {
            troubled = stuck;
            log(stuck, silentNs);
        }
        return stuck ? Optional.of(words(silentNs)) : Optional.ofNullable(backlog.trouble());
    }

    @Override
    public boolean flush(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (counts().inFlight() > 0) {
            if (System.nanoTime() > deadline || Thread.interrupted()) {
                return false;
            }
            LockSupport.parkNanos(POLL_MS * 1_000_000);
        }
        return true;
    }

    @Override
    public void close() {
        stopped = true;
        thread.interrupt();
        if (!Threads.join(thread, JOIN)) {
            LOG.warn("the publisher's thread did not end in time");
        }
        producer.close(Duration.ofMillis(500));
        backlog.close();
    }

    // The sending thread.

    private void run() {
        try {
            while (!stopped) {
                Backlog.Taken oldest = next();
                if (oldest != null) {
                    send(oldest);
                }
            }
        } catch (InterruptedException | InterruptException e) {
            // Interrupted by close.
            Thread.currentThread().interrupt();
        }
    }

    /** The oldest, when the producer has room for it; null where nothing came for a while. */
    private Backlog.Taken next() throws InterruptedException {
        trouble();
        if (unacknowledged.get() >= MAX_UNACKNOWLEDGED) {
            Thread.sleep(POLL_MS);
            return null;
        }
        if (refused != null) {
            Backlog.Taken again = refused;
            refused = null;
            return again;
        }
        return backlog.take(RETRY_MS);
    }

    private void send(Backlog.Taken taken) throws InterruptedException {
        try {
            if (taken.parcel().isHeartbeat()) {
                producer.flush();
                deliver(taken);
                producer.flush();
            } else {
                deliver(taken);
            }
        } catch (InterruptException e) {
            throw e;
        } catch (RuntimeException e) {
            failed(taken, e);
        }
        if (refused != null) {
            Thread.sleep(RETRY_MS);
        }
    }

    private void deliver(Backlog.Taken taken) {
        ProducerRecord<byte[], byte[]> message = message(taken);
        long sentEpochNs = Clocks.epochNs();
        long sentMonoNs = System.nanoTime();
        unacknowledged.incrementAndGet();
        try {
            // The callback tells all that the future would.
            var unused = producer.send(message, (metadata, e) -> {
                unacknowledged.decrementAndGet();
                if (e == null) {
                    acknowledged(taken, metadata, sentEpochNs, System.nanoTime() - sentMonoNs);
                } else {
                    unsent(taken, e);
                }
            });
        } catch (RuntimeException e) {
            unacknowledged.decrementAndGet();
            throw e;
        }
    }

    private ProducerRecord<byte[], byte[]> message(Backlog.Taken taken) {
        Parcel parcel = taken.parcel();
        byte[] value = parcel.value(registry.register(parcel.subject(), parcel.schema()));
        var message = new ProducerRecord<>(parcel.topic().name(), null, parcel.epochMs(), parcel.key(), value);
        spoolId.ifPresent(id ->
                message.headers().add(RecordNumber.HEADER, new RecordNumber(id, taken.number()).toBytes()));
        return message;
    }

    /** On the producer's thread. */
    private void acknowledged(Backlog.Taken taken, RecordMetadata metadata, long sentEpochNs, long tookNs) {
        if (taken.parcel().topic().logAppendTime() && metadata.hasTimestamp()) {
            clock.add(ClockOffset.measured(sentEpochNs, tookNs, metadata.timestamp()));
        }
        progressMonoNs = System.nanoTime();
        backlog.resolved(taken.number(), true);
    }

    /** On the producer's thread after it gave up; on the sending thread where it did not even take the record. */
    private void unsent(Backlog.Taken taken, Exception e) {
        if (Thread.currentThread() == thread && e instanceof RetriableException) {
            lastError = e.toString();
            refused = taken;
        } else if (!stopped) {
            giveUp(taken, e);
        }
    }

    /** A broker or schema registry that is away is waited for; what the broker never takes is lost. */
    private void failed(Backlog.Taken taken, RuntimeException e) {
        if (e instanceof SchemaRegistryException || e instanceof RetriableException) {
            lastError = e.toString();
            refused = taken;
        } else {
            giveUp(taken, e);
        }
    }

    private void giveUp(Backlog.Taken taken, Exception e) {
        lastError = e.toString();
        warn(e);
        backlog.resolved(taken.number(), false);
    }

    private void warn(Exception e) {
        if (!warned.getAndSet(true)) {
            LOG.warn("a record could not be delivered and is lost (further ones are only counted): {}", e.toString());
        }
    }

    private void log(boolean stuck, long silentNs) {
        if (stuck) {
            LOG.warn("{}", words(silentNs));
        } else {
            LOG.info("Kafka at {} answers again; {} records were lost", where, counts().lost());
        }
    }

    private String words(long silentNs) {
        Instant since = Instant.now().minusNanos(silentNs);
        return "Kafka at " + where + " has not answered since " + since + "; records are kept for it"
                + (backlog.isKept() ? " on disk" : "") + ", the oldest dropped when there are too many"
                + (lastError.isEmpty() ? "" : " (" + lastError + ")");
    }
}
