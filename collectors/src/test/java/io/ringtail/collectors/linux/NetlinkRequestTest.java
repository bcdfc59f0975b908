package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.testkit.Hex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NetlinkRequestTest {
    @Test
    void a_generic_request_has_header_command_and_nested_attributes() {
        byte[] bytes = NetlinkRequest.generic(21, 19, 0)
                .nest(1, header -> header.u32(1, 4).text(2, "eth0"))
                .bytes(7);
        assertThat(bytes).isEqualTo(Hex.bytes("""
            2c 00 00 00  # length 44
            15 00        # family 21
            05 00        # request, acknowledge
            07 00 00 00  # sequence 7
            00 00 00 00  # to the kernel
            13 01 00 00  # command 19, version 1
            18 00 01 80  # nest 1
               08 00 01 00 04 00 00 00
               09 00 02 00 65 74 68 30 00 00 00 00
            """));
    }

    @Test
    void a_dump_ends_by_itself_and_asks_for_no_acknowledgement() {
        byte[] bytes = NetlinkRequest.of(18, NetlinkMessage.DUMP, 16).bytes(1);
        assertThat(bytes).hasSize(32).startsWith(Hex.bytes("20 00 00 00 12 00 01 03 01 00 00 00 00 00 00 00"));
    }
}
