package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class CpuMaskTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | none",
                "00000000,00000000 | none",
                "3 | 0-1",
                "f5 | 0,2,4-7",
                "00000001,80000000 | 31-32",
                "80000000,00000000 | 63",
                "msix | msix"
            })
    void a_mask_becomes_a_list(String mask, String list) {
        assertThat(CpuMask.list(mask)).isEqualTo(list);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"'' | none", "(null) | none", "2-3 | 2-3"})
    void an_empty_list_has_a_name(String printed, String list) {
        assertThat(CpuMask.named(printed)).isEqualTo(list);
    }
}
