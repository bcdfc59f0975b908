package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.testkit.Hex;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NetlinkMessageTest {
    private static final String TWO_MESSAGES = """
        15 00 00 00  # length 21: 16 of the header, 5 of the payload
        10 00        # type 16
        02 00        # flags: multi
        07 00 00 00  # sequence 7
        00 00 00 00  # port
        01 02 03 04 05
        00 00 00     # padding
        14 00 00 00  # length 20
        03 00        # type 3: done
        02 00
        07 00 00 00
        00 00 00 00
        00 00 00 00  # errno 0
        """;

    @Test
    void splits_a_datagram_at_the_padded_lengths() {
        NetlinkMessage.Datagram datagram = NetlinkMessage.parse(Hex.bytes(TWO_MESSAGES));
        assertThat(datagram.problem()).isEmpty();
        assertThat(datagram.messages()).extracting(NetlinkMessage::type).containsExactly(16, NetlinkMessage.DONE);
        assertThat(datagram.messages()).extracting(NetlinkMessage::sequence).containsExactly(7, 7);
        assertThat(datagram.messages().getFirst().payload()).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void keeps_the_messages_before_a_broken_one_and_says_where_it_is() {
        byte[] cut = Arrays.copyOf(Hex.bytes(TWO_MESSAGES), 42);
        NetlinkMessage.Datagram datagram = NetlinkMessage.parse(cut);
        assertThat(datagram.messages()).hasSize(1);
        assertThat(datagram.problem()).contains("message at byte 24 of 42 says that it has 20");
    }

    @Test
    void names_a_length_shorter_than_the_header_and_does_not_loop() {
        byte[] zeros = new byte[32];
        assertThat(NetlinkMessage.parse(zeros).problem()).contains("message at byte 0 of 32 says that it has 0");
    }

    @Test
    void names_a_length_that_is_negative_as_a_signed_number() {
        byte[] bytes = new byte[16];
        Arrays.fill(bytes, (byte) 0xff);
        assertThat(NetlinkMessage.parse(bytes).problem())
                .contains("message at byte 0 of 16 says that it has 4294967295");
    }

    @Test
    void names_bytes_that_are_too_few_for_a_header() {
        assertThat(NetlinkMessage.parse(new byte[3]).problem()).contains("3 bytes after the last message");
    }

    @Test
    void an_empty_datagram_has_no_messages_and_no_problem() {
        NetlinkMessage.Datagram datagram = NetlinkMessage.parse(new byte[0]);
        assertThat(datagram.messages()).isEmpty();
        assertThat(datagram.problem()).isEmpty();
    }
}
