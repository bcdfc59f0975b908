package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.alert.AlertMachine;
import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.AlertStanding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Standings of an alerts' stage by rule and subject, and the way of their transitions to the topic. A standing that says
 * nothing is not kept. Owned by the stream's thread.
 */
final class AlertBook {
    /** A subject of which nothing was seen for so long, by the stream's time, is let go. */
    private static final Duration NO_DATA = Duration.ofMinutes(15);

    private final KeyValueStore<String, AlertStanding> store;
    private final Consumer<Alert> transitions;

    AlertBook(KeyValueStore<String, AlertStanding> store, Consumer<Alert> transitions) {
        this.store = store;
        this.transitions = transitions;
    }

    /** Brings the standing of a rule and subject up to date and tells what came of it. */
    void update(String rule, String subject, Function<AlertStanding, Optional<Alert>> step) {
        String key = Keys.of(rule, subject);
        AlertStanding before = store.get(key);
        AlertStanding now = before == null ? AlertMachine.blank() : before;
        Optional<Alert> transition = step.apply(now);
        if (!AlertMachine.isBlank(now)) {
            store.put(key, now);
        } else if (before != null) {
            store.delete(key);
        }
        transition.ifPresent(transitions);
    }

    /** Ends what ends by itself, what nothing is seen of any more, and what no rule asks for any more. */
    void sweep(long nowNs, Predicate<String> isRule, Predicate<String> isSilence) {
        List<KeyValue<String, AlertStanding>> all = new ArrayList<>();
        try (KeyValueIterator<String, AlertStanding> found = store.all()) {
            found.forEachRemaining(all::add);
        }
        for (KeyValue<String, AlertStanding> each : all) {
            String rule = each.key.substring(0, each.key.indexOf('\u0000'));
            if (!isRule.test(rule)) {
                end(each, nowNs, "the rule is gone");
            } else if (each.value.getUntilEpochNs() != null) {
                endInTime(each, nowNs);
            } else if (each.value.getSeen() != 0 && isStale(each.value, nowNs) && !isSilence.test(rule)) {
                end(each, nowNs, "no data for " + NO_DATA.toMinutes() + " min");
            }
        }
    }

    private void endInTime(KeyValue<String, AlertStanding> each, long nowNs) {
        if (each.value.getUntilEpochNs() <= nowNs) {
            end(each, each.value.getUntilEpochNs(), "not again since");
        }
    }

    private static boolean isStale(AlertStanding standing, long nowNs) {
        return standing.getNewestSecond() * 1_000_000_000L < nowNs - NO_DATA.toNanos();
    }

    private void end(KeyValue<String, AlertStanding> each, long atNs, String why) {
        AlertMachine.end(each.value, atNs, why).ifPresent(transitions);
        store.delete(each.key);
    }
}
