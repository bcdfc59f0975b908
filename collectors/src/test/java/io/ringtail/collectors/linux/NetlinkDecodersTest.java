package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.linux.Notification.Kind;
import io.ringtail.collectors.linux.Notification.LinkEvent;
import io.ringtail.collectors.linux.Notification.Lost;
import io.ringtail.collectors.linux.Notification.SettingsChanged;
import io.ringtail.collectors.linux.QueueStats.Direction;
import io.ringtail.collectors.testkit.Hex;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From annotated bytes to the types that the front ends give. */
@Timeout(30)
class NetlinkDecodersTest {
    private static final String LINK = """
        00 00 01 00 04 00 00 00  # struct ifinfomsg: ifindex 4
        43 10 01 00 00 00 00 00  # flags: up
        09 00 03 00 65 74 68 30 00 00 00 00  # IFLA_IFNAME eth0
        08 00 04 00 78 05 00 00  # IFLA_MTU 1400
        08 00 0d 00 e8 03 00 00  # IFLA_TXQLEN 1000
        0f 00 06 00 70 66 69 66 6f 5f 66 61 73 74 00 00  # IFLA_QDISC pfifo_fast
        05 00 10 00 06 00 00 00  # IFLA_OPERSTATE up
        08 00 0a 00 09 00 00 00  # IFLA_MASTER 9
        10 00 12 80              # IFLA_LINKINFO
           09 00 01 00 76 65 74 68 00 00 00 00  # kind veth
        14 00 2b 80              # IFLA_XDP
           05 00 02 00 02 00 00 00  # attached: skb
           08 00 04 00 2a 00 00 00  # program 42
        """;

    @Test
    void a_link_has_what_its_message_says() {
        LinkCodec.Decoded decoded = LinkCodec.decode(message(LinkCodec.NEWLINK, LINK));
        assertThat(decoded.problem()).isEmpty();
        assertThat(decoded.link())
                .contains(new Link(
                        4,
                        "eth0",
                        Optional.of("veth"),
                        true,
                        "up",
                        OptionalLong.of(1400),
                        OptionalLong.of(1000),
                        Optional.of("pfifo_fast"),
                        OptionalInt.of(9),
                        OptionalInt.empty(),
                        Optional.of(new Link.Xdp(42, "skb"))));
    }

    @Test
    void link_messages_become_new_changed_renamed_and_gone() {
        LinkTracker tracker = new LinkTracker(List.of());
        String renamed = LINK.replace("65 74 68 30", "65 74 68 31");
        assertThat(event(tracker, LinkCodec.NEWLINK, LINK)).isEqualTo(Kind.NEW);
        assertThat(event(tracker, LinkCodec.NEWLINK, LINK)).isEqualTo(Kind.CHANGED);
        assertThat(NotificationCodec.route(message(LinkCodec.NEWLINK, renamed), tracker))
                .hasValueSatisfying(told -> {
                    assertThat(((LinkEvent) told).kind()).isEqualTo(Kind.RENAMED);
                    assertThat(((LinkEvent) told).previousName()).contains("eth0");
                });
        assertThat(event(tracker, LinkCodec.DELLINK, renamed)).isEqualTo(Kind.GONE);
        assertThat(event(tracker, LinkCodec.NEWLINK, LINK)).isEqualTo(Kind.NEW);
    }

    @Test
    void a_changed_queueing_discipline_is_told_of_its_interface() {
        NetlinkMessage qdisc = message(36, "00 00 00 00 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
        assertThat(NotificationCodec.route(qdisc, new LinkTracker(List.of()))).contains(new SettingsChanged(4));
    }

    @Test
    void an_ethtool_notification_is_told_of_its_interface() {
        NetlinkMessage coalesce = message(21, """
            15 01 00 00  # COALESCE_NTF
            18 00 01 80  # header
               08 00 01 00 04 00 00 00
               09 00 02 00 65 74 68 30 00 00 00 00
            """);
        assertThat(NotificationCodec.ethtool(coalesce)).contains(new SettingsChanged(4));
    }

    @Test
    void a_broken_notification_counts_as_lost() {
        assertThat(NotificationCodec.netdev(message(22, "02 01 00 00 09 00 01 00")))
                .containsInstanceOf(Lost.class);
    }

    @Test
    void coalescing_has_only_what_the_driver_supports() {
        Attributes answer = attributes("""
            08 00 02 00 12 00 00 00  # rx-usecs 18
            08 00 03 00 00 00 00 00  # rx-frames 0
            05 00 0b 00 01 00 00 00  # adaptive-rx
            """);
        assertThat(EthtoolTable.COALESCE.decode(answer))
                .isEqualTo(Map.of("rx-usecs", 18L, "rx-frames", 0L, "adaptive-rx", 1L));
    }

    @Test
    void features_are_named_by_their_bits_and_fixed_unless_changeable() {
        Attributes answer = attributes("""
            20 00 02 80  # HW, the changeable ones
               08 00 02 00 22 00 00 00                 # size 34
               0c 00 04 00 01 00 00 00 02 00 00 00     # bits 0 and 33
               08 00 05 00 00 00 00 00
            18 00 04 80  # ACTIVE
               08 00 02 00 22 00 00 00
               0c 00 04 00 03 00 00 00 00 00 00 00     # bits 0 and 1
            """);
        assertThat(EthtoolFeatures.decode(answer, Map.of(0, "rx-gro", 1, "highdma", 33, "tx-nocache-copy", 99, "none")))
                .isEqualTo(Map.of(
                        "rx-gro", new Feature(true, false),
                        "highdma", new Feature(true, true),
                        "tx-nocache-copy", new Feature(false, false)));
    }

    @Test
    void a_napi_instance_without_an_interrupt_has_none() {
        Attributes answer = attributes("""
            08 00 01 00 04 00 00 00  # ifindex
            08 00 02 00 01 01 00 00  # id 257
            08 00 05 00 02 00 00 00  # defer-hard-irqs 2
            08 00 06 00 40 0d 03 00  # gro-flush-timeout 200000
            """);
        assertThat(NetdevCodec.napi(answer))
                .contains(new Napi(
                        257,
                        OptionalInt.empty(),
                        OptionalLong.of(2),
                        OptionalLong.of(200_000),
                        OptionalLong.empty(),
                        Optional.empty()));
    }

    @Test
    void queue_counters_lose_their_direction_and_keep_the_width_the_kernel_chose() {
        Attributes sent = attributes("""
            08 00 02 00 01 00 00 00              # type tx
            08 00 03 00 03 00 00 00              # queue 3
            08 00 0a 00 07 00 00 00              # tx-packets 7, four bytes
            0c 00 0b 00 ff ff ff ff ff ff ff ff  # tx-bytes, eight bytes
            08 00 21 00 05 00 00 00              # tx-stop 5
            08 00 22 00 04 00 00 00              # tx-wake 4
            08 00 18 00 02 00 00 00              # tx-hw-drops 2
            """);
        assertThat(NetdevCodec.queueStats(sent))
                .contains(new QueueStats(
                        Direction.TX, 3, Map.of("packets", 7L, "bytes", -1L, "stops", 5L, "wakes", 4L, "drops", 2L)));
    }

    @Test
    void received_counters_have_the_same_names() {
        Attributes received = attributes("""
            08 00 02 00 00 00 00 00
            08 00 03 00 00 00 00 00
            08 00 08 00 07 00 00 00  # rx-packets
            08 00 0c 00 01 00 00 00  # rx-alloc-fail
            08 00 0d 00 02 00 00 00  # rx-hw-drops
            """);
        assertThat(NetdevCodec.queueStats(received))
                .contains(new QueueStats(Direction.RX, 0, Map.of("packets", 7L, "alloc-fail", 1L, "drops", 2L)));
    }

    private static Kind event(LinkTracker tracker, int type, String payload) {
        return ((LinkEvent)
                        NotificationCodec.route(message(type, payload), tracker).orElseThrow())
                .kind();
    }

    private static NetlinkMessage message(int type, String payload) {
        return new NetlinkMessage(type, 0, 0, Hex.bytes(payload));
    }

    private static Attributes attributes(String annotated) {
        return Attributes.parse(Hex.bytes(annotated), 0);
    }
}
