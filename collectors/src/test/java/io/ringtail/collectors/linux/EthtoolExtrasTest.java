package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers in the kernel's form, of drivers that this machine does not have. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EthtoolExtrasTest {
    @Test
    void aPrivateFlagWithoutItsValueIsOff() {
        NetlinkRequest answer = NetlinkRequest.of(0, 0, 0)
                .nest(
                        2,
                        flags -> flags.u32(2, 2)
                                .nest(
                                        3,
                                        bits -> bits.nest(
                                                        1, bit -> bit.u32(1, 0).text(2, "legacy-rx"))
                                                .nest(
                                                        1,
                                                        bit -> bit.u32(1, 1)
                                                                .text(2, "link-down-on-close")
                                                                .nest(3, value -> {}))));
        assertThat(EthtoolExtras.privateFlags(attributes(answer)))
                .isEqualTo(Map.of("legacy-rx", false, "link-down-on-close", true));
    }

    @Test
    void energyEfficientEthernetHasItsTimer() {
        NetlinkRequest answer = NetlinkRequest.of(0, 0, 0).u32(5, 1).u32(6, 1).u32(7, 30);
        assertThat(EthtoolExtras.eee(attributes(answer)))
                .isEqualTo(Map.of("enabled", 1L, "tx-lpi", 1L, "tx-lpi-timer", 30L));
    }

    @Test
    void anEvenTableNamesItsQueuesAndAnotherOrderDiffers() {
        RssTable even = table(0, 1, 2, 3, 0, 1, 2, 3);
        assertThat(even.text()).startsWith("8 entries, 2 each of 0-3, sum ");
        assertThat(table(1, 0, 2, 3, 0, 1, 2, 3).text())
                .startsWith("8 entries, 2 each of 0-3")
                .isNotEqualTo(even.text());
        assertThat(table(0, 0, 0, 1).text()).startsWith("4 entries, 3 of 0, 1 of 1, sum ");
        assertThat(table().text()).isEqualTo("none");
    }

    @Test
    void aRuleTellsItsQueueAndDiffersWhenItsMatchDoes() {
        byte[] spec = spec(1, 3);
        RssRule rule = RssRules.rule(7, spec);
        assertThat(rule.location()).isEqualTo(7);
        assertThat(rule.flowType()).isEqualTo(1);
        assertThat(rule.queue()).isEqualTo(3);
        spec[20] = 1;
        assertThat(RssRules.rule(7, spec).checkSum()).isNotEqualTo(rule.checkSum());
        assertThat(RssRules.rule(7, spec(1, -1)).queue()).isEqualTo(-1);
    }

    @Test
    void anyBytesGiveAnAnswer() {
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(80)];
            random.nextBytes(bytes);
            Attributes attributes = Attributes.parse(bytes, 0);
            assertThat(EthtoolExtras.privateFlags(attributes)).isNotNull();
            assertThat(EthtoolExtras.eee(attributes)).isNotNull();
            assertThat(EthtoolExtras.rss(attributes).text()).isNotEmpty();
        }
    }

    private static Attributes attributes(NetlinkRequest answer) {
        return Attributes.parse(answer.bytes(0), NetlinkLayout.NLMSGHDR);
    }

    private static RssTable table(Integer... queues) {
        return new RssTable(List.of(queues), OptionalLong.of(1), 123);
    }

    private static byte[] spec(int flowType, long queue) {
        byte[] bytes = new byte[168];
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.nativeOrder())
                .putInt(0, flowType)
                .putLong(152, queue);
        return bytes;
    }
}
