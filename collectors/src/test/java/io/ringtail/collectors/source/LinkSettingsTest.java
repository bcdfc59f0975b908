package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.linux.Link;
import io.ringtail.schemas.record.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LinkSettingsTest {
    @TempDir
    Path root;

    @Test
    void aBondNamesItsMembersAndAVlanWhatItSitsOn() throws Exception {
        Path bond = Files.createDirectories(root.resolve("class/net/bond0"));
        Files.createDirectory(bond.resolve("lower_eth1"));
        Files.createDirectory(bond.resolve("lower_eth0"));
        assertThat(value(bond, "link.lower")).isEqualTo("eth0,eth1");
        Path alone = Files.createDirectories(root.resolve("class/net/eth0"));
        assertThat(value(alone, "link.lower")).isEqualTo("none");
    }

    @Test
    void parametersAreThoseOfTheDriversModuleLinkedOrCompiledIn() throws Exception {
        Path device = Files.createDirectories(root.resolve("class/net/eth0"));
        Path driver = Files.createDirectories(root.resolve("bus/virtio/drivers/virtio_net"));
        Files.createDirectory(device.resolve("device"));
        Files.createSymbolicLink(device.resolve("device/driver"), driver);
        assertThat(value(device, "driver.module-params")).isNull();
        Path parameters = Files.createDirectories(root.resolve("module/virtio_net/parameters"));
        Files.writeString(parameters.resolve("napi_tx"), "Y\n");
        Files.writeString(parameters.resolve("csum"), "N\n");
        assertThat(value(device, "driver.module-params")).isEqualTo("csum=N napi_tx=Y");
        Path linked = Files.createDirectories(root.resolve("module/other/parameters"));
        Files.writeString(linked.resolve("x"), "1\n");
        Files.createSymbolicLink(driver.resolve("module"), root.resolve("module/other"));
        assertThat(value(device, "driver.module-params")).isEqualTo("x=1");
    }

    private static String value(Path device, String name) {
        SettingList list = new SettingList();
        Link link = new Link(
                2,
                "eth0",
                Optional.empty(),
                true,
                "up",
                OptionalLong.of(1500),
                OptionalLong.of(1000),
                Optional.of("fq"),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty());
        LinkSettings.read(link, device, Map.of(), list);
        return list.sorted().stream()
                .filter(setting -> setting.getName().equals(name))
                .findFirst()
                .map(Setting::getValue)
                .orElse(null);
    }
}
