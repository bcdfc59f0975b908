package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Timeout;

/** Any bytes give records or a named problem, never an exception. */
@Timeout(120)
class NetlinkCodecPropertyTest {
    private static final String SEED = "4711";

    @Property(seed = SEED, tries = 2_000)
    void any_datagram_is_split_or_has_a_problem(@ForAll("noise") byte[] bytes) {
        NetlinkMessage.Datagram datagram = NetlinkMessage.parse(bytes);
        int taken = datagram.messages().stream()
                .mapToInt(message -> Attribute.aligned(NetlinkLayout.NLMSGHDR + message.payload().length))
                .sum();
        assertThat(datagram.problem().isPresent() || taken >= bytes.length).isTrue();
    }

    @Property(seed = SEED, tries = 2_000)
    void any_payload_is_decoded_by_every_decoder(@ForAll("payload") byte[] bytes, @ForAll int type, @ForAll int flags) {
        NetlinkMessage message = new NetlinkMessage(type, flags, 0, bytes);
        LinkTracker tracker = new LinkTracker(List.of());
        assertThat(NetlinkAnswer.of(message)).isNotNull();
        assertThat(NetlinkAnswer.of(new NetlinkMessage(NetlinkMessage.DONE, flags, 0, bytes)))
                .isNotNull();
        assertThat(LinkCodec.decode(message)).isNotNull();
        assertThat(GenericFamily.decode(List.of(message))).isNotNull();
        assertThat(NotificationCodec.ethtool(message)).isNotNull();
        assertThat(NotificationCodec.netdev(message)).isNotNull();
        for (int known : new int[] {LinkCodec.NEWLINK, LinkCodec.DELLINK, 36, type}) {
            assertThat(NotificationCodec.route(new NetlinkMessage(known, flags, 0, bytes), tracker))
                    .isNotNull();
        }
        Attributes attributes = message.attributes(NetlinkLayout.GENLMSGHDR);
        assertThat(NetdevCodec.napi(attributes)).isNotNull();
        assertThat(NetdevCodec.queueStats(attributes)).isNotNull();
        assertThat(EthtoolFeatures.names(attributes)).isNotNull();
        assertThat(EthtoolFeatures.decode(attributes, Map.of(0, "first", 4_000_000, "far")))
                .isNotNull();
        for (EthtoolTable table : List.of(EthtoolTable.COALESCE, EthtoolTable.RINGS, EthtoolTable.CHANNELS)) {
            assertThat(table.decode(attributes)).isNotNull();
        }
    }

    @Property(seed = SEED, tries = 500)
    void what_is_written_is_read(@ForAll int number, @ForAll("name") String text) {
        byte[] bytes = NetlinkRequest.generic(16, 3, 0)
                .nest(1, nest -> nest.u32(1, number).text(2, text))
                .bytes(9);
        Attributes nest = NetlinkMessage.parse(bytes)
                .messages()
                .getFirst()
                .attributes(NetlinkLayout.GENLMSGHDR)
                .nest(1);
        assertThat(nest.number(1)).hasValue(Integer.toUnsignedLong(number));
        assertThat(nest.text(2)).contains(text);
        assertThat(nest.problem()).isEmpty();
    }

    @Provide
    Arbitrary<String> name() {
        return Arbitraries.strings().alpha().numeric().ofMaxLength(40);
    }

    @Provide
    Arbitrary<byte[]> noise() {
        return Arbitraries.bytes().array(byte[].class).ofMaxSize(200);
    }

    /** Noise, and attributes whose lengths and types are plausible, so that the decoders get somewhere. */
    @Provide
    Arbitrary<byte[]> payload() {
        Arbitrary<byte[]> attribute = Arbitraries.integers()
                .between(0, 50)
                .flatMap(type -> Arbitraries.bytes()
                        .array(byte[].class)
                        .ofMaxSize(24)
                        .map(value -> ByteBuffer.allocate(4 + value.length)
                                .order(ByteOrder.nativeOrder())
                                .putShort((short) (4 + value.length))
                                .putShort(type.shortValue())
                                .put(value)
                                .array()));
        Arbitrary<byte[]> attributes = attribute.list().ofMaxSize(8).map(NetlinkCodecPropertyTest::joined);
        return Arbitraries.oneOf(noise(), attributes);
    }

    private static byte[] joined(List<byte[]> attributes) {
        ByteBuffer joined = ByteBuffer.allocate(16
                + attributes.stream()
                        .mapToInt(bytes -> Attribute.aligned(bytes.length))
                        .sum());
        joined.position(4);
        for (byte[] attribute : attributes) {
            joined.put(attribute);
            joined.position(4 + Attribute.aligned(joined.position() - 4));
        }
        return joined.array();
    }
}
