package io.ringtail.standalone.alert;

import io.ringtail.processors.analysis.alert.AlertMachine;
import io.ringtail.processors.analysis.alert.AlertRule;
import io.ringtail.processors.analysis.alert.AlertRules;
import io.ringtail.processors.analysis.alert.Figure;
import io.ringtail.processors.analysis.alert.Figures;
import io.ringtail.schemas.AlertLabels;
import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.AlertStanding;
import io.ringtail.schemas.serde.RecordSerde;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Judges every second how far the history writer is behind: only the process that writes it knows. Its transitions take
 * the way of all others, through the topic. Owned by the delivery's thread.
 */
public final class HistoryWatch implements AutoCloseable {
    private static final double NS_PER_SECOND = 1e9;
    private static final Duration CLOSE = Duration.ofSeconds(2);

    private final List<AlertRule.Level> rules;
    private final AlertMachine.Subject subject;
    private final Supplier<Duration> behind;
    private final Producer<String, Alert> producer;
    private final Map<String, AlertStanding> standings = new HashMap<>();
    private final List<Future<RecordMetadata>> telling = new ArrayList<>();
    private long lastSecond;

    /**
     * Not started: the delivery asks it.
     *
     * @param rules the rules in force
     * @param host this host
     * @param behind how far the writer is behind
     */
    public HistoryWatch(
            AlertRules rules,
            String host,
            Supplier<Duration> behind,
            Map<String, Object> kafka,
            SchemaRegistry registry) {
        this.rules = rules.levels(AlertRule.Subject.HISTORY);
        this.subject = new AlertMachine.Subject(Map.of(AlertLabels.HOST, host, AlertLabels.OBJECT, "history"), false);
        this.behind = behind;
        Map<String, Object> properties = new HashMap<>(kafka);
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, "ringtail-history-watch");
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        this.producer =
                new KafkaProducer<>(properties, new StringSerializer(), new RecordSerde<>(Alert.class, registry));
    }

    void look(AlertBoard board) {
        long second = Instant.now().getEpochSecond();
        if (second == lastSecond || !isTold()) {
            return;
        }
        lastSecond = second;
        Figure lag = new Figure(Figures.HISTORY_LAG, "", behind.get().toNanos() / NS_PER_SECOND);
        for (AlertRule.Level rule : rules) {
            AlertStanding standing = standings.computeIfAbsent(rule.name(), name -> AlertMachine.blank());
            if (standing.getAlert() == null) {
                // What an earlier process left firing.
                board.firing(AlertMachine.id(rule, subject)).ifPresent(standing::setAlert);
            }
            AlertMachine.level(standing, rule, subject, List.of(lag), second, second)
                    .ifPresent(this::tell);
        }
    }

    private void tell(Alert alert) {
        telling.add(producer.send(new ProducerRecord<>(Topics.ALERTS.name(), alert.getAlertId(), alert)));
    }

    /** Whether the topic has all that was told; what it did not take is judged anew. */
    private boolean isTold() {
        boolean done = telling.stream().allMatch(Future::isDone);
        if (done && telling.stream().anyMatch(each -> each.state() == Future.State.FAILED)) {
            standings.clear();
        }
        if (done) {
            telling.clear();
        }
        return done;
    }

    @Override
    public void close() {
        producer.close(CLOSE);
    }
}
