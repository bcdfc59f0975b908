package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.linux.Napi;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NapiSettingsTest {
    private static final Fact OFF = Fact.of("off");

    @Test
    void an_instance_like_its_interface_adds_nothing() {
        assertThat(differences(napi(2, 200_000, 0))).isEmpty();
    }

    @Test
    void an_instance_tells_what_it_has_otherwise() {
        assertThat(differences(napi(0, 200_000, 20_000_000)))
                .isEqualTo(Map.of(
                        "napi.defer-hard-irqs/napi-8193", "0",
                        "napi.irq-suspend-timeout/napi-8193", "20000000"));
    }

    @Test
    void an_older_kernel_that_does_not_tell_adds_nothing() {
        Napi silent = new Napi(
                8193,
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty());
        assertThat(differences(silent)).isEmpty();
    }

    private static Map<String, String> differences(Napi napi) {
        return Tree.settings(list -> NapiSettings.differences(napi, OFF, Fact.of("2"), Fact.of("200000"), list));
    }

    private static Napi napi(long defer, long flushNs, long suspendNs) {
        return new Napi(
                8193,
                OptionalInt.of(41),
                OptionalLong.of(defer),
                OptionalLong.of(flushNs),
                OptionalLong.of(suspendNs),
                Optional.of(false));
    }
}
