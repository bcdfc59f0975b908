package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.testkit.Hex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AttributesTest {
    @Test
    void reads_numbers_of_each_length_unsigned() {
        Attributes attributes = parse("""
            05 00 01 00  ff 00 00 00           # 1: one byte, padded
            06 00 02 00  ff ff 00 00           # 2: two bytes, padded
            08 00 03 00  ff ff ff ff           # 3: four bytes
            0c 00 04 00  ff ff ff ff ff ff ff ff
            """);
        assertThat(attributes.number(1)).hasValue(255);
        assertThat(attributes.number(2)).hasValue(65_535);
        assertThat(attributes.number(3)).hasValue(4_294_967_295L);
        assertThat(Long.toUnsignedString(attributes.number(4).orElseThrow())).isEqualTo("18446744073709551615");
        assertThat(attributes.number(5)).isEmpty();
        assertThat(attributes.problem()).isEmpty();
    }

    @Test
    void reads_texts_up_to_the_first_nul_and_without_one() {
        Attributes attributes = parse("""
            09 00 01 00  65 74 68 30 00 00 00 00   # 1: eth0 NUL
            08 00 02 00  65 74 68 30               # 2: eth0, not terminated
            """);
        assertThat(attributes.text(1)).contains("eth0");
        assertThat(attributes.text(2)).contains("eth0");
    }

    @Test
    void reads_nests_whatever_flag_bits_their_types_have() {
        Attributes attributes = parse("""
            0c 00 01 80               # 1, nested
               08 00 02 40 2a 00 00 00   # 2, in network byte order by its flag
            """);
        assertThat(attributes.nest(1).number(2)).hasValue(42);
        assertThat(attributes.nests()).hasSize(1);
    }

    @Test
    void keeps_what_comes_before_an_attribute_longer_than_the_rest() {
        Attributes attributes = parse("""
            08 00 01 00  07 00 00 00
            10 00 02 00  01 00 00 00   # says 16 bytes, has 8
            """);
        assertThat(attributes.number(1)).hasValue(7);
        assertThat(attributes.has(2)).isFalse();
        assertThat(attributes.problem()).contains("attribute at byte 8 of 16 says that it has 16");
    }

    @Test
    void names_an_attribute_shorter_than_its_header_and_does_not_loop() {
        assertThat(parse("00 00 01 00").problem()).contains("attribute at byte 0 of 4 says that it has 0");
    }

    @Test
    void names_a_number_of_an_odd_length() {
        Attributes attributes = parse("07 00 09 00 01 02 03 00");
        assertThat(attributes.number(9)).isEmpty();
        assertThat(attributes.problem()).contains("attribute 9 has 3 bytes, not a number's");
    }

    @Test
    void a_nest_shares_its_problem_with_the_message() {
        Attributes attributes = parse("08 00 01 80 03 00 02 00");
        assertThat(attributes.problem()).isEmpty();
        assertThat(attributes.nest(1).all()).isEmpty();
        assertThat(attributes.problem()).contains("attribute at byte 0 of 4 says that it has 3");
    }

    @Test
    void names_a_payload_shorter_than_the_fixed_part() {
        assertThat(Attributes.parse(new byte[2], 4).problem()).contains("2 bytes, shorter than the fixed part of 4");
    }

    private static Attributes parse(String annotated) {
        return Attributes.parse(Hex.bytes(annotated), 0);
    }
}
