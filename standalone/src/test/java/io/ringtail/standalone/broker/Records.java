package io.ringtail.standalone.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes and reads text on one partition, to see what a broker keeps. */
final class Records {
    static final String TOPIC = "notes";

    private Records() {}

    static void createTopic(String bootstrap) throws Exception {
        try (Admin admin = Admin.create(client(bootstrap))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
        }
    }

    /** Writes and waits for the acknowledgement of each. */
    static void write(String bootstrap, List<String> values) throws Exception {
        try (var producer = new KafkaProducer<>(client(bootstrap), new StringSerializer(), new StringSerializer())) {
            for (String value : values) {
                producer.send(new ProducerRecord<>(TOPIC, value)).get();
            }
        }
    }

    static List<String> read(String bootstrap) {
        TopicPartition partition = new TopicPartition(TOPIC, 0);
        List<String> values = new ArrayList<>();
        try (var consumer =
                new KafkaConsumer<>(client(bootstrap), new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }

    private static Map<String, Object> client(String bootstrap) {
        return new HashMap<>(Map.of("bootstrap.servers", bootstrap));
    }
}
