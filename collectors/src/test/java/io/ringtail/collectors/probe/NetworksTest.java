package io.ringtail.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class NetworksTest {
    private final Networks networks = Networks.of(Networks.PRIVATE);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.255.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.1.1",
                "::1",
                "fd00::1",
                "fe80::1"
            })
    void loopbackPrivateAndLinkLocalAddressesAreInside(String address) {
        assertThat(networks.contain(InetAddress.ofLiteral(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.8.8.8", "172.32.0.0", "172.15.255.255", "192.169.0.1", "11.0.0.1", "2001:db8::1", "::2"})
    void publicAddressesAreOutside(String address) {
        assertThat(networks.contain(InetAddress.ofLiteral(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/-1", "fc00::/129", "10.0.0.0/x", "example.org", "", "/8"})
    void whatIsNoNetworkIsNamed(String text) {
        assertThatThrownBy(() -> Networks.of(List.of(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }
}
