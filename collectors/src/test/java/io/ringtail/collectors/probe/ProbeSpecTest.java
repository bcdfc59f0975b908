package io.ringtail.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.schemas.record.Schedule;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ProbeSpecTest {
    @Test
    void aHostAloneGivesTheDefaultProbe() {
        ProbeSpec spec = ProbeSpec.parse("udp://192.168.7.2");
        assertThat(spec).isEqualTo(ProbeSpec.of("192.168.7.2:7411", "192.168.7.2", 7411));
        assertThat(spec.rate()).isEqualTo(1000);
        assertThat(spec.size()).isEqualTo(40);
        assertThat(spec.schedule()).isEqualTo(Schedule.OPEN);
        assertThat(spec.timeout()).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void everyOptionIsRead() {
        ProbeSpec spec = ProbeSpec.parse("udp://[fd00::2]:9000?size=400&rate=2000&timeout=1s&name=storage&spin=50us"
                + "&busypoll=50&cpu=1-2&fifo=10&dscp=46");
        assertThat(spec)
                .isEqualTo(new ProbeSpec(
                        "storage",
                        "fd00::2",
                        9000,
                        400,
                        Schedule.OPEN,
                        2000,
                        Duration.ofSeconds(1),
                        Duration.ofNanos(50_000),
                        50,
                        46,
                        new Placement("1-2", 10)));
        assertThat(ProbeSpec.parse("udp://a?loop=closed").schedule()).isEqualTo(Schedule.CLOSED);
    }

    @Test
    void allFaultsAreNamedAtOnce() {
        assertThatThrownBy(() -> ProbeSpec.parse(
                        "tcp://h:99999?size=39&rate=0&loop=both&timeout=5&speed=3&cpu=a&dscp=1&dscp=64&name="))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "udp://",
                        "99999",
                        "size '39'",
                        "rate '0'",
                        "'both'",
                        "timeout '5'",
                        "'speed'",
                        "'a'",
                        "dscp '64'",
                        "dscp stands twice",
                        "name has no value",
                        "Example: udp://");
        assertThatThrownBy(() -> ProbeSpec.parse("udp://h?loop=closed&rate=5")).hasMessageContaining("no schedule");
        assertThatThrownBy(() -> ProbeSpec.parse("udp://h h")).hasMessageContaining("not a URI");
    }
}
