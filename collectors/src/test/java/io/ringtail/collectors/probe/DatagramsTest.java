package io.ringtail.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.probe.Datagrams.Kind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class DatagramsTest {
    // A request: magic and version, kind, no hash, sequence 7, intended send 258, no times.
    private static final String REQUEST =
            "52740101" + "00000000" + "0000000000000007" + "0000000000000102" + "0000000000000000" + "0000000000000000";

    @Example
    void aRequestIsTheseBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(Datagrams.MIN_BYTES);
        Datagrams.ask(bytes, Kind.REQUEST, 7, 258);
        assertThat(HexFormat.of().formatHex(bytes.array())).isEqualTo(REQUEST);
    }

    @Example
    void whatIsTooShortTooLongOrOfAnotherVersionIsMalformed() {
        ByteBuffer bytes = ByteBuffer.allocate(Datagrams.MAX_BYTES + 1);
        bytes.put(0, HexFormat.of().parseHex(REQUEST));
        assertThat(Datagrams.kind(bytes, Datagrams.MIN_BYTES)).isEqualTo(Kind.REQUEST);
        assertThat(Datagrams.kind(bytes, Datagrams.MAX_BYTES)).isEqualTo(Kind.REQUEST);
        assertThat(Datagrams.kind(bytes, Datagrams.MIN_BYTES - 1)).isEqualTo(Kind.MALFORMED);
        assertThat(Datagrams.kind(bytes, Datagrams.MAX_BYTES + 1)).isEqualTo(Kind.MALFORMED);
        bytes.put(2, (byte) 2);
        assertThat(Datagrams.kind(bytes, Datagrams.MIN_BYTES)).isEqualTo(Kind.MALFORMED);
    }

    @Property(seed = "7")
    void aReplyKeepsSequenceAndFillingAndTellsTheTimes(
            @ForAll long sequence,
            @ForAll long received,
            @ForAll long busy,
            @ForAll long thread,
            @ForAll int hash,
            @ForAll @Size(min = 40, max = 64) byte[] request) {
        ByteBuffer bytes = ByteBuffer.wrap(request.clone());
        Datagrams.ask(bytes, Kind.REQUEST, sequence, 1);
        Datagrams.answer(bytes, hash, received, busy, thread);

        assertThat(Datagrams.kind(bytes, request.length)).isEqualTo(Kind.REPLY);
        assertThat(Datagrams.sequence(bytes)).isEqualTo(sequence);
        assertThat(Datagrams.stampNs(bytes)).isEqualTo(received);
        assertThat(Datagrams.busyNs(bytes)).isEqualTo(busy);
        assertThat(Datagrams.threadNs(bytes)).isEqualTo(thread);
        assertThat(Datagrams.identityHash(bytes)).isEqualTo(hash);
        assertThat(Arrays.copyOfRange(bytes.array(), 40, request.length))
                .isEqualTo(Arrays.copyOfRange(request, 40, request.length));
    }

    @Property(seed = "7")
    void aStampedReplyTellsOfItselfAndOfTheOneBefore(
            @ForAll long sequence, @ForAll long wakeUp, @ForAll long earlier, @ForAll long send) {
        ByteBuffer bytes = ByteBuffer.allocate(Datagrams.MIN_BYTES);
        Datagrams.ask(bytes, Kind.STAMPED, sequence, 1);
        assertThat(Datagrams.kind(bytes, Datagrams.MIN_BYTES)).isEqualTo(Kind.STAMPED);
        Datagrams.answerStamped(bytes, 5, 6, wakeUp, earlier, send);

        assertThat(Datagrams.kind(bytes, Datagrams.MIN_BYTES)).isEqualTo(Kind.STAMPED_REPLY);
        assertThat(Datagrams.sequence(bytes)).isEqualTo(sequence);
        assertThat(Datagrams.stampNs(bytes)).isEqualTo(6);
        assertThat(Datagrams.wakeUpNs(bytes)).isEqualTo(told(wakeUp));
        assertThat(Datagrams.earlier(bytes)).isEqualTo((int) earlier);
        assertThat(Datagrams.earlierSendNs(bytes)).isEqualTo(told(send));
    }

    /** What does not fit, or makes no sense, is not known. */
    private static long told(long ns) {
        return ns >= 0 && ns <= Integer.MAX_VALUE ? ns : Datagrams.UNKNOWN;
    }

    @Property(seed = "7")
    void anIdentityComesBackOrIsCutAndNeverExceedsTheHello(
            @ForAll @StringLength(max = 300) String host,
            @ForAll @StringLength(max = 20) String netns,
            @ForAll @StringLength(max = 20) String networkInterface,
            @ForAll @StringLength(max = 36) String boot,
            @ForAll @IntRange(min = 40, max = 512) int length) {
        Identity identity = new Identity(host, netns, networkInterface, boot);
        byte[] encoded = Datagrams.encode(identity);
        ByteBuffer bytes = ByteBuffer.allocate(Datagrams.HELLO_BYTES);
        int answer = Datagrams.identify(bytes, length, new Datagrams.Use(3, 4, 5, 6), encoded);

        assertThat(answer).isLessThanOrEqualTo(length);
        assertThat(40 + encoded.length).isLessThanOrEqualTo(Datagrams.HELLO_BYTES);
        if (answer > 0) {
            Identity read = Datagrams.identity(bytes, answer).orElseThrow();
            assertThat(Datagrams.encode(read)).isEqualTo(encoded);
            assertThat(Datagrams.kind(bytes, answer)).isEqualTo(Kind.IDENTITY);
        }
    }

    @Example
    void aLongHostNameIsCutBetweenCharacters() {
        byte[] encoded = Datagrams.encode(new Identity("é".repeat(200), "", "eth0", "boot"));
        ByteBuffer bytes = ByteBuffer.allocate(512);
        int answer = Datagrams.identify(bytes, 512, new Datagrams.Use(0, 4, 5, 6), encoded);
        assertThat(Datagrams.identity(bytes, answer).orElseThrow().host()).isEqualTo("é".repeat(55));
    }

    @Property(seed = "7")
    void anyBytesGiveAnAnswerNeverAnException(@ForAll @Size(max = 200) byte[] any) {
        ByteBuffer bytes = ByteBuffer.wrap(any);
        if (Datagrams.kind(bytes, any.length) != Kind.MALFORMED) {
            assertThat(any.length).isGreaterThanOrEqualTo(Datagrams.MIN_BYTES);
        }
        Datagrams.identity(bytes, any.length)
                .ifPresent(identity -> assertThat(identity.host()).isNotNull());
    }

    @Property(seed = "7")
    void aBrokenIdentityIsNothing(@ForAll @Size(min = 40, max = 200) byte[] any, @ForAll @IntRange(max = 5) int kind) {
        any[0] = 0x52;
        any[1] = 0x74;
        any[2] = 1;
        any[3] = (byte) (kind + 1);
        ByteBuffer bytes = ByteBuffer.wrap(any);
        assertThat(Datagrams.kind(bytes, any.length)).isNotEqualTo(Kind.MALFORMED);
        Datagrams.identity(bytes, any.length)
                .ifPresent(identity -> assertThat(identity.bootId()).isNotNull());
    }
}
