package io.ringtail.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.schemas.record.ProbeKind;
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
        assertThat(spec.requestBytes()).isEqualTo(40);
        assertThat(spec.schedule()).isEqualTo(Schedule.OPEN);
        assertThat(spec.timeout()).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void everyOptionIsRead() {
        ProbeSpec spec = ProbeSpec.parse("udp://[fd00::2]:9000?size=400&rate=2000&timeout=1s&name=storage&spin=50us"
                + "&busypoll=50&preferbusypoll=1&budget=16&cpu=1-2&fifo=10&dscp=46&flows=8&port=7000");
        assertThat(spec)
                .isEqualTo(new ProbeSpec(
                        "storage",
                        ProbeKind.UDP_RR,
                        "fd00::2",
                        9000,
                        400,
                        400,
                        8,
                        Schedule.OPEN,
                        2000,
                        Duration.ofSeconds(1),
                        Duration.ofNanos(50_000),
                        new Polling(50, true, 16),
                        46,
                        7000,
                        new Placement("1-2", 10),
                        100));
        assertThat(ProbeSpec.parse("udp://a?loop=closed").schedule()).isEqualTo(Schedule.CLOSED);
        assertThat(ProbeSpec.parse("udp://a?loop=paced").schedule()).isEqualTo(Schedule.PACED);
    }

    @Test
    void oneInAHundredRequestsIsStampedAndTwoASecondAtLeast() {
        assertThat(ProbeSpec.parse("udp://a").stampEvery()).isEqualTo(100);
        assertThat(ProbeSpec.parse("udp://a?rate=20").stampEvery()).isEqualTo(10);
        assertThat(ProbeSpec.parse("udp://a?rate=1").stampEvery()).isEqualTo(2);
        assertThat(ProbeSpec.parse("udp://a?loop=closed").stampEvery()).isEqualTo(100);
        assertThat(ProbeSpec.parse("udp://a?stamps=0").stampEvery()).isZero();
        assertThat(ProbeSpec.parse("udp://a?stamps=7").stampEvery()).isEqualTo(7);
        assertThat(ProbeSpec.parse("tcp://a").stampEvery()).isZero();
        assertThatThrownBy(() -> ProbeSpec.parse("udp://a?stamps=1")).hasMessageContaining("stamps '1'");
        assertThatThrownBy(() -> ProbeSpec.parse("icmp://a?stamps=9"))
                .hasMessageContaining("stamps is for udp:// only");
    }

    @Test
    void eachSchemeIsAKindWithTheDefaultsOfItsTool() {
        ProbeSpec tcp = ProbeSpec.parse("tcp://a?size=1&response=65536&flows=200&loop=closed");
        assertThat(tcp.kind()).isEqualTo(ProbeKind.TCP_RR);
        assertThat(tcp.requestBytes()).isEqualTo(1);
        assertThat(tcp.responseBytes()).isEqualTo(65_536);
        assertThat(tcp.sessions()).isEqualTo(200);
        assertThat(tcp.name()).isEqualTo("tcp:a:7411/1");
        ProbeSpec icmp = ProbeSpec.parse("icmp://a");
        assertThat(icmp.kind()).isEqualTo(ProbeKind.ICMP);
        assertThat(icmp.requestBytes()).isEqualTo(56);
        assertThat(icmp.name()).isEqualTo("icmp:a");
        assertThat(icmp.target()).isEqualTo("a");
    }

    @Test
    void whatAKindCannotDoIsAFault() {
        assertThatThrownBy(() -> ProbeSpec.parse("icmp://a:7")).hasMessageContaining("no ports");
        assertThatThrownBy(() -> ProbeSpec.parse("icmp://a?flows=2")).hasMessageContaining("flows cannot be");
        assertThatThrownBy(() -> ProbeSpec.parse("udp://a?response=50")).hasMessageContaining("tcp:// only");
        assertThatThrownBy(() -> ProbeSpec.parse("tcp://a?response=65537")).hasMessageContaining("'65537'");
        assertThatThrownBy(() -> ProbeSpec.parse("tcp://a?flows=201")).hasMessageContaining("1 to 200");
    }

    @Test
    void allFaultsAreNamedAtOnce() {
        assertThatThrownBy(() -> ProbeSpec.parse(
                        "http://h:99999?size=39&rate=0&loop=both&timeout=5&speed=3&cpu=a&dscp=1&dscp=64&name="))
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
