package io.ringtail.processors.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.topic.RecordNumber;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RepeatsTest {
    private final KeyValueStore<String, Long> store = Stores.keyValueStoreBuilder(
                    Stores.inMemoryKeyValueStore("numbers"), Serdes.String(), Serdes.Long())
            .withLoggingDisabled()
            .build();
    private final Repeats repeats = new Repeats(store);

    RepeatsTest() {
        MockProcessorContext<String, Long> context = new MockProcessorContext<>();
        store.init(context.getStateStoreContext(), store);
    }

    @Test
    void aNumberThatDoesNotRiseIsARepetition() {
        assertThat(repeats.isRepeated("a", numbered(1, 5))).isFalse();
        assertThat(repeats.isRepeated("a", numbered(1, 7))).isFalse();
        assertThat(repeats.isRepeated("a", numbered(1, 5))).isTrue();
        assertThat(repeats.isRepeated("a", numbered(1, 7))).isTrue();
        assertThat(repeats.isRepeated("a", numbered(1, 8))).isFalse();
    }

    @Test
    void topicsAndSpoolsHaveNumbersOfTheirOwn() {
        assertThat(repeats.isRepeated("a", numbered(1, 5))).isFalse();
        assertThat(repeats.isRepeated("b", numbered(1, 5))).isFalse();
        assertThat(repeats.isRepeated("a", numbered(2, 5))).isFalse();
    }

    @Test
    void whatHasNoNumberIsAlwaysNew() {
        RecordHeaders strange = new RecordHeaders();
        strange.add(RecordNumber.HEADER, new byte[] {1});
        assertThat(repeats.isRepeated("a", new RecordHeaders())).isFalse();
        assertThat(repeats.isRepeated("a", strange)).isFalse();
        assertThat(repeats.isRepeated("a", strange)).isFalse();
    }

    private static Headers numbered(long spool, long number) {
        return new RecordHeaders().add(RecordNumber.HEADER, new RecordNumber(spool, number).toBytes());
    }
}
