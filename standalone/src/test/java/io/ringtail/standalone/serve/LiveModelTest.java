package io.ringtail.standalone.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LiveModelTest {
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final InstantSource clock = () -> now;
    private final LiveModel model = new LiveModel(clock);

    @Test
    void tellsEverythingFirstAndThenOnlyWhatIsNewer() throws Exception {
        model.put("agent", "a", "{\"n\":1}");
        model.putWindow("p", 1000, 0, "{\"t\":1000}");
        LiveModel.Delta snapshot = model.since(0);
        model.putWindow("p", 2000, 0, "{\"t\":2000}");
        LiveModel.Delta delta = model.since(snapshot.version());

        assertThat(only(snapshot).path("reset").asBoolean()).isTrue();
        assertThat(only(snapshot).path("docs").toString()).isEqualTo("[[\"agent\",\"a\",{\"n\":1}]]");
        assertThat(only(delta).path("reset").asBoolean()).isFalse();
        assertThat(only(delta).path("windows").toString()).isEqualTo("[{\"t\":2000}]");
        assertThat(model.since(delta.version()).messages()).isEmpty();
    }

    @Test
    void aVersionThatNeverWasGetsEverything() throws Exception {
        model.put("agent", "a", "{}");

        assertThat(only(model.since(99)).path("reset").asBoolean()).isTrue();
    }

    @Test
    void theHighestRevisionStands() throws Exception {
        model.putWindow("p", 1000, 2, "{\"r\":2}");
        model.putWindow("p", 1000, 1, "{\"r\":1}");

        assertThat(only(model.since(0)).path("windows").toString()).isEqualTo("[{\"r\":2}]");
    }

    @Test
    void theSameDocumentAgainIsNoNews() {
        model.put("settings", "a", "{}");
        long version = model.since(0).version();
        model.put("settings", "a", "{}");

        assertThat(model.since(version).messages()).isEmpty();
    }

    @Test
    void tellsThatADocumentIsGone() throws Exception {
        model.put("settings", "a", "{}");
        long version = model.since(0).version();
        model.remove("settings", "a");

        assertThat(only(model.since(version)).path("docs").toString()).isEqualTo("[[\"settings\",\"a\",null]]");
        assertThat(only(model.since(0)).path("docs")).isEmpty();
    }

    @Test
    void keepsTheNewest15MinutesOfWindows() {
        for (int i = 0; i < 1000; i++) {
            model.putWindow("p", i * 1000L, 0, "{\"t\":" + i + "}");
        }

        assertThat(windows(model.since(0))).isEqualTo(LiveModel.WINDOWS_PER_PATH);
    }

    @Test
    void dropsAndCountsPathsBeyondTheBound() {
        for (int i = 0; i < LiveModel.PATHS + 3; i++) {
            model.putWindow("p" + i, 0, 0, "{}");
        }

        assertThat(windows(model.since(0))).isEqualTo(LiveModel.PATHS);
        assertThat(model.droppedWindows()).isEqualTo(3);
    }

    @Test
    void keepsNoMoreDocumentsOfAKindThanTheBound() {
        for (int i = 0; i < LiveModel.DOCUMENTS_PER_KIND + 10; i++) {
            now = now.plusMillis(1);
            model.put("change", "c" + i, "{\"i\":" + i + "}");
        }

        assertThat(model.array("change")).contains("{\"i\":10}").doesNotContain("{\"i\":9}");
    }

    @Test
    void forgetsWhatWasNotSeenForLong() throws Exception {
        model.put("agent", "old", "{}");
        model.putWindow("p", 0, 0, "{}");
        now = now.plus(LiveModel.FORGET_AFTER).plusSeconds(1);
        model.put("agent", "new", "{}");
        model.forget();

        assertThat(only(model.since(0)).path("docs").toString()).isEqualTo("[[\"agent\",\"new\",{}]]");
        assertThat(windows(model.since(0))).isZero();
    }

    @Test
    void splitsMuchIntoSeveralMessages() {
        for (int i = 0; i < 600; i++) {
            model.putWindow("p", i * 1000L, 0, "{}");
        }

        assertThat(model.since(0).messages()).hasSize(3);
    }

    @Test
    void waitsForWhatIsNewer() throws Exception {
        long version = model.since(0).version();
        Thread writer = Thread.ofVirtual().start(() -> model.put("agent", "a", "{}"));

        assertThat(model.awaitNewer(version, Duration.ofSeconds(20))).isTrue();
        writer.join();
        assertThat(model.awaitNewer(model.since(0).version(), Duration.ofMillis(1)))
                .isFalse();
    }

    private static long windows(LiveModel.Delta delta) {
        return delta.messages().stream()
                .mapToLong(message -> parsed(message).path("windows").size())
                .sum();
    }

    private static JsonNode only(LiveModel.Delta delta) {
        List<String> messages = delta.messages();
        assertThat(messages).hasSize(1);
        return parsed(messages.getFirst());
    }

    private static JsonNode parsed(String message) {
        try {
            return new ObjectMapper().readTree(message);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(message, e);
        }
    }
}
