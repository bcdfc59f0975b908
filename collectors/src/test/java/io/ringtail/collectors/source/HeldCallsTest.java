package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.source.HeldCalls.Call;
import io.ringtail.collectors.source.HeldCalls.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HeldCallsTest {
    private static final int HELD = 2;

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger calledHeld = new AtomicInteger();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final HeldCalls<String> calls =
            new HeldCalls<>("test-held", this::open, _ -> closed.incrementAndGet(), Duration.ofMillis(50));

    @AfterEach
    void end() {
        release.countDown();
        calls.close();
    }

    @Test
    void withoutAHeldCallOneThreadMakesAll() {
        for (int round = 0; round < 3; round++) {
            assertThat(round(0, 1, 3))
                    .containsOnlyKeys(0, 1, 3)
                    .allSatisfy((_, outcome) -> assertThat(outcome.result()).isEqualTo("tools"));
        }
        assertThat(calls.threads()).isEqualTo(1);
        assertThat(opened).hasValue(1);
    }

    @Test
    void a22OneThatIsHeldDisturbsNoOtherAndIsCalledOnce() {
        int threads = 0;
        for (int round = 0; round < 5; round++) {
            Map<Integer, Outcome<String>> outcomes = round(0, HELD, 1);
            assertThat(outcomes.get(HELD).timedOut()).isTrue();
            assertThat(outcomes.get(0).result()).isEqualTo("tools");
            assertThat(outcomes.get(1).result()).isEqualTo("tools");
            assertThat(round == 0 ? calls.threads() : threads).isEqualTo(calls.threads());
            threads = calls.threads();
        }
        assertThat(calledHeld).hasValue(1);
        assertThat(calls.isHeld(HELD)).isTrue();
    }

    @Test
    void aCallThatComesBackLateIsForgottenAndTheInterfaceIsReadAgain() {
        assertThat(round(HELD).get(HELD).timedOut()).isTrue();
        release.countDown();
        await(() -> !calls.isHeld(HELD));
        assertThat(round(HELD).get(HELD).result()).isEqualTo("tools");
    }

    @Test
    void whenEveryWorkerIsHeldTheRestIsGivenUpToo() {
        List<Call<String, String>> all = IntStream.range(0, 12)
                .mapToObj(i -> new Call<String, String>(i, this::hold))
                .toList();
        Map<Integer, Outcome<String>> outcomes = new TreeMap<>();
        calls.round(all, (Outcome<String> outcome) -> outcomes.put(outcome.ifindex(), outcome));
        assertThat(outcomes)
                .hasSize(12)
                .allSatisfy((_, outcome) -> assertThat(outcome.timedOut()).isTrue());
        assertThat(calls.threads()).isEqualTo(8);
    }

    @Test
    void aCallThatFailsLosesOnlyItself() {
        Map<Integer, Outcome<String>> outcomes = new TreeMap<>();
        List<Call<String, String>> two = List.of(
                new Call<>(0, _ -> {
                    throw new IllegalStateException("broken");
                }),
                new Call<>(1, tools -> tools));
        calls.round(two, (Outcome<String> outcome) -> outcomes.put(outcome.ifindex(), outcome));
        assertThat(outcomes.get(0).failure()).hasMessage("broken");
        assertThat(outcomes.get(1).result()).isEqualTo("tools");
    }

    @Test
    void closingEndsTheWorkersAndClosesTheirTools() {
        round(0);
        calls.close();
        await(() -> closed.get() == opened.get());
    }

    private Map<Integer, Outcome<String>> round(int... interfaces) {
        Map<Integer, Outcome<String>> outcomes = new TreeMap<>();
        List<Call<String, String>> all = IntStream.of(interfaces)
                .mapToObj(i -> new Call<String, String>(i, i == HELD ? this::hold : tools -> tools))
                .toList();
        calls.round(all, (Outcome<String> outcome) -> outcomes.put(outcome.ifindex(), outcome));
        return outcomes;
    }

    private String open() {
        opened.incrementAndGet();
        return "tools";
    }

    private String hold(String tools) {
        calledHeld.incrementAndGet();
        try {
            release.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return tools;
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}
