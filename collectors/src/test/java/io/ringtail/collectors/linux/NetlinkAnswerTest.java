package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.testkit.Hex;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NetlinkAnswerTest {
    private static final String HEADER_ECHOED = """
        1c 00 00 00 15 00 05 00 01 00 00 00 00 00 00 00
        """;
    private static final String TEXT = """
        0b 00 01 00  6e 6f 20 77 61 79 00 00   # 1: "no way"
        """;

    @Test
    void an_acknowledgement_is_errno_0_without_a_text() {
        NetlinkAnswer answer = answer(0x100, "00 00 00 00" + HEADER_ECHOED.strip());
        assertThat(answer.errno()).isZero();
        assertThat(answer.text()).isEmpty();
    }

    @Test
    void the_kernels_words_follow_the_echoed_header_if_it_is_capped() {
        NetlinkAnswer answer = answer(0x300, "a1 ff ff ff  # -95\n" + HEADER_ECHOED + TEXT);
        assertThat(answer.errno()).isEqualTo(Errno.EOPNOTSUPP);
        assertThat(answer.text()).contains("no way");
    }

    @Test
    void the_kernels_words_follow_the_whole_request_if_it_is_not() {
        NetlinkAnswer answer =
                answer(0x200, "ea ff ff ff  # -22\n" + HEADER_ECHOED + "01 02 03 04 05 06 07 08 09 0a 0b 0c\n" + TEXT);
        assertThat(answer.errno()).isEqualTo(Errno.EINVAL);
        assertThat(answer.text()).contains("no way");
    }

    @Test
    void the_end_of_a_dump_can_be_a_failure() {
        NetlinkMessage done = new NetlinkMessage(
                NetlinkMessage.DONE, 0x202, 1, Hex.bytes("a1 ff ff ff" + System.lineSeparator() + TEXT));
        assertThat(NetlinkAnswer.of(done)).isEqualTo(new NetlinkAnswer(95, Optional.of("no way")));
    }

    @Test
    void an_echoed_length_beyond_the_message_gives_no_text() {
        NetlinkAnswer answer = answer(0x200, "ea ff ff ff  ff ff ff 7f");
        assertThat(answer.errno()).isEqualTo(Errno.EINVAL);
        assertThat(answer.text()).isEmpty();
    }

    private static NetlinkAnswer answer(int flags, String payload) {
        return NetlinkAnswer.of(new NetlinkMessage(NetlinkMessage.ERROR, flags, 1, Hex.bytes(payload)));
    }
}
