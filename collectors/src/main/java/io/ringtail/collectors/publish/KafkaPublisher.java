package io.ringtail.collectors.publish;

import io.ringtail.collectors.Threads;
import io.ringtail.collectors.linux.Clocks;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.serde.SchemaRegistryException;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
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
 * Publishes to Kafka from a thread of its own. Who publishes never waits: records queue up to a bound while the broker
 * is away, and then the oldest is dropped and counted. A heartbeat is sent only when everything before it was
 * acknowledged, so that its watermarks never run ahead of the data; its own acknowledgement tells the broker's time.
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
    private final Map<Class<?>, RecordSerde<SpecificRecord>> serdes = new HashMap<>(); // of the sending thread
    private final Object lock = new Object();
    private final Waiting waiting; // guarded by lock
    private final AtomicLong sampled = new AtomicLong();
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong unacknowledged = new AtomicLong();
    private final ClockMeter clock = new ClockMeter();
    private final Thread thread;
    private volatile long progressMonoNs = System.nanoTime();
    private volatile String lastError = "";
    private volatile boolean troubled;
    private volatile boolean stopped;
    private boolean refused; // of the sending thread: the producer did not take what it was just given

    /** Publishes with a producer of its own; schemas get their ids from a registry that the caller closes. */
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
        this.waiting = new Waiting(config.queueBytes());
        this.thread = Thread.ofPlatform().daemon().name("publisher").start(this::run);
    }

    @Override
    public void publish(SpecificRecord record) {
        synchronized (lock) {
            sampled.incrementAndGet();
            if (stopped) {
                lost.incrementAndGet();
                return;
            }
            if (sampled.get() - 1 == delivered.get() + lost.get()) {
                progressMonoNs = System.nanoTime();
            }
            lost.addAndGet(waiting.add(record));
            lock.notifyAll();
        }
    }

    @Override
    public PublishCounts counts() {
        synchronized (lock) {
            return new PublishCounts(sampled.get(), delivered.get(), lost.get());
        }
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
        return stuck ? Optional.of(words(silentNs)) : Optional.empty();
    }

    @Override
    public boolean flush(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        synchronized (lock) {
            while (sampled.get() > delivered.get() + lost.get()) {
                if (System.nanoTime() > deadline || !pause(POLL_MS)) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public void close() {
        synchronized (lock) {
            stopped = true;
            lock.notifyAll();
        }
        thread.interrupt();
        if (!Threads.join(thread, JOIN)) {
            LOG.warn("the publisher's thread did not end in time");
        }
        producer.close(Duration.ofMillis(500));
        giveUpRest();
    }

    // The sending thread.

    private void run() {
        while (!stopped) {
            try {
                SpecificRecord record = next();
                if (record != null) {
                    send(record);
                }
            } catch (InterruptException e) {
                // Interrupted by close.
                return;
            }
        }
    }

    /** The oldest, when the producer has room for it; null where nothing came for a while. */
    private SpecificRecord next() {
        trouble();
        synchronized (lock) {
            if (!stopped && unacknowledged.get() >= MAX_UNACKNOWLEDGED) {
                pause(POLL_MS);
                return null;
            }
            if (!stopped && waiting.size() == 0) {
                pause(RETRY_MS);
            }
            return stopped ? null : waiting.take();
        }
    }

    private void send(SpecificRecord record) {
        try {
            if (Keys.isHeartbeat(record)) {
                producer.flush();
                deliver(record);
                producer.flush();
            } else {
                deliver(record);
            }
        } catch (InterruptException e) {
            keep(record);
            throw e;
        } catch (RuntimeException e) {
            failed(record, e);
        }
    }

    private void deliver(SpecificRecord record) {
        Topic topic = Topics.of(record.getClass());
        byte[] value = serde(record).serialize(topic.name(), record);
        var message = new ProducerRecord<>(topic.name(), null, Keys.epochMs(record), Keys.of(record), value);
        long sentEpochNs = Clocks.epochNs();
        long sentMonoNs = System.nanoTime();
        refused = false;
        unacknowledged.incrementAndGet();
        try {
            // The callback tells all that the future would.
            var unused = producer.send(message, (metadata, e) -> {
                unacknowledged.decrementAndGet();
                if (e == null) {
                    acknowledged(topic, metadata, sentEpochNs, System.nanoTime() - sentMonoNs);
                } else {
                    unsent(record, e);
                }
            });
        } catch (RuntimeException e) {
            unacknowledged.decrementAndGet();
            throw e;
        }
        if (refused) {
            waitBeforeRetry();
        }
    }

    /** On the producer's thread. */
    private void acknowledged(Topic topic, RecordMetadata metadata, long sentEpochNs, long tookNs) {
        if (topic.logAppendTime() && metadata.hasTimestamp()) {
            clock.add(ClockOffset.measured(sentEpochNs, tookNs, metadata.timestamp()));
        }
        progressMonoNs = System.nanoTime();
        resolve(delivered);
    }

    /** On the producer's thread after it gave up; on the sending thread where it did not even take the record. */
    private void unsent(SpecificRecord record, Exception e) {
        lastError = e.toString();
        if (Thread.currentThread() == thread && e instanceof RetriableException) {
            refused = true;
            keep(record);
        } else {
            warn(e);
            resolve(lost);
        }
    }

    /** A broker or schema registry that is away is waited for; what can never be encoded is lost. */
    private void failed(SpecificRecord record, RuntimeException e) {
        lastError = e.toString();
        if (e instanceof SchemaRegistryException || e instanceof RetriableException) {
            keep(record);
            waitBeforeRetry();
        } else {
            warn(e);
            resolve(lost);
        }
    }

    private void keep(SpecificRecord record) {
        synchronized (lock) {
            waiting.putBack(record);
        }
    }

    private void resolve(AtomicLong counter) {
        synchronized (lock) {
            counter.incrementAndGet();
            lock.notifyAll();
        }
    }

    private void waitBeforeRetry() {
        synchronized (lock) {
            if (!stopped) {
                pause(RETRY_MS);
            }
        }
    }

    /** After the producer is closed nothing can be acknowledged any more. */
    private void giveUpRest() {
        synchronized (lock) {
            waiting.clear();
            lost.addAndGet(counts().inFlight());
        }
    }

    private RecordSerde<SpecificRecord> serde(SpecificRecord record) {
        return serdes.computeIfAbsent(record.getClass(), type -> newSerde(record));
    }

    @SuppressWarnings("unchecked") // the class of a record is a class of records
    private RecordSerde<SpecificRecord> newSerde(SpecificRecord record) {
        return new RecordSerde<>((Class<SpecificRecord>) record.getClass(), registry);
    }

    private void warn(Exception e) {
        if (lost.get() == 0) {
            LOG.warn("a record could not be delivered and is lost (further ones are only counted): {}", e.toString());
        }
    }

    private void log(boolean stuck, long silentNs) {
        if (stuck) {
            LOG.warn("{}", words(silentNs));
        } else {
            LOG.info("Kafka at {} answers again; {} records were lost", where, lost.get());
        }
    }

    private String words(long silentNs) {
        Instant since = Instant.now().minusNanos(silentNs);
        return "Kafka at " + where + " has not answered since " + since
                + "; records are kept for it, the oldest dropped when there are too many"
                + (lastError.isEmpty() ? "" : " (" + lastError + ")");
    }

    /** Waits on the lock, whose holder looks again at what it waits for; whether it was not interrupted. */
    @SuppressWarnings("WaitNotInLoop") // an early return is as good as a late one: every caller checks again
    private boolean pause(long ms) {
        try {
            lock.wait(ms);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
