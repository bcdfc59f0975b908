package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.Napi;
import io.ringtail.collectors.parse.CpuTable;
import io.ringtail.schemas.record.Direction;
import io.ringtail.schemas.record.FoundBy;
import io.ringtail.schemas.record.IrqTarget;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class IrqMapperTest {
    private FakeHost host;
    private NapiReader napis = NapiReader.NONE;

    @BeforeEach
    void open(@TempDir Path root) {
        host = new FakeHost(root);
    }

    @Test
    void aDevicesMsiIrqsComeFirstAndTheNameTellsTheQueue() {
        pci("eth0", 2, "0000:c4:00.1", 98, 99);
        assertThat(targets("98", "renamed-TxRx-3"))
                .containsExactly(new IrqTarget("eth0", Direction.OTHER, null, FoundBy.MSI_IRQS));
        assertThat(targets("98", "eth0-TxRx-3"))
                .containsExactly(new IrqTarget("eth0", Direction.COMBINED, 3, FoundBy.MSI_IRQS));
        assertThat(targets("97", "nvme7q1")).isEmpty();
    }

    @Test
    void aVirtioInterfacesInterruptsAreItsPciFunctions() {
        host.nic("eth0", 2)
                .put("sys/devices/pci0000:00/0000:00:03.0/msi_irqs/37", "msix\n")
                .put("sys/devices/pci0000:00/0000:00:03.0/msi_irqs/38", "msix\n")
                .put("sys/devices/pci0000:00/0000:00:03.0/virtio2/vendor", "0x1af4\n")
                .link(
                        "sys/class/net/eth0/device",
                        host.path("sys/devices/pci0000:00/0000:00:03.0/virtio2").toString());
        assertThat(targets("38", "virtio2-input.0"))
                .containsExactly(new IrqTarget("eth0", Direction.RX, 0, FoundBy.MSI_IRQS));
        assertThat(targets("37", "virtio2-config"))
                .containsExactly(new IrqTarget("eth0", Direction.OTHER, null, FoundBy.MSI_IRQS));
        assertThat(targets("41", "virtio3-rx")).isEmpty();
    }

    @Test
    void aBridgesInterruptsAreNotThoseOfTheFunctionBehindIt() {
        host.nic("eth0", 2)
                .put("sys/devices/pci0000:00/0000:00:1c.0/msi_irqs/24", "msi\n")
                .put("sys/devices/pci0000:00/0000:00:1c.0/0000:02:00.0/vendor", "0x8086\n")
                .link(
                        "sys/class/net/eth0/device",
                        host.path("sys/devices/pci0000:00/0000:00:1c.0/0000:02:00.0")
                                .toString());
        assertThat(targets("24", "PCIe PME")).isEmpty();
    }

    @Test
    void napiInterruptsComeSecond() {
        host.nic("eth0", 2);
        napis = ifindex -> List.of(new Napi(
                8_193,
                OptionalInt.of(55),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty()));
        assertThat(targets("55", "unheard-of"))
                .containsExactly(new IrqTarget("eth0", Direction.COMBINED, null, FoundBy.NAPI));
    }

    @Test
    void aKernelWithoutNapiInterruptsLeavesTheName() {
        host.nic("eth0", 2);
        napis = _ -> {
            throw new Errno("NAPI_GET", Errno.EOPNOTSUPP);
        };
        assertThat(targets("55", "eth0-rx-4"))
                .containsExactly(new IrqTarget("eth0", Direction.RX, 4, FoundBy.ACTION_NAME));
    }

    @Test
    void ofASharedLineEveryInterfaceIsATarget() {
        host.nic("eno1", 2).nic("eno2", 3);
        assertThat(targets("16", "ehci_hcd:usb1, eno1, eno2"))
                .containsExactly(
                        new IrqTarget("eno1", Direction.COMBINED, null, FoundBy.ACTION_NAME),
                        new IrqTarget("eno2", Direction.COMBINED, null, FoundBy.ACTION_NAME));
    }

    @Test
    void interfacesOfOneDeviceShareItsInterruptsUnlessTheNameSaysWhose() {
        pci("eth0", 2, "0000:c4:00.0", 98, 99);
        host.nic("eth1", 3)
                .link(
                        "sys/class/net/eth1/device",
                        host.path("sys/devices/0000:c4:00.0").toString());
        assertThat(targets("98", "mlx5_comp1@pci:0000:c4:00.0"))
                .extracting(IrqTarget::getInterface$)
                .containsExactly("eth0", "eth1");
        assertThat(targets("98", "eth1-rx-0"))
                .extracting(IrqTarget::getInterface$)
                .containsExactly("eth1");
    }

    @Test
    void a6APciAddressInTheNameFindsItsInterface() {
        host.nic("eth0", 2)
                .nic("eth1", 3)
                .put("sys/devices/0000:c4:00.1/vendor", "")
                .put("sys/devices/0000:e1:00.0/vendor", "")
                .link(
                        "sys/class/net/eth0/device",
                        host.path("sys/devices/0000:c4:00.1").toString())
                .link(
                        "sys/class/net/eth1/device",
                        host.path("sys/devices/0000:e1:00.0").toString());
        assertThat(targets("312", "mlx5_comp11@pci:0000:c4:00.1"))
                .containsExactly(new IrqTarget("eth0", Direction.COMBINED, 11, FoundBy.ACTION_NAME));
        assertThat(targets("313", "mlx5_comp11@pci:0000:e1:00.0"))
                .containsExactly(new IrqTarget("eth1", Direction.COMBINED, 11, FoundBy.ACTION_NAME));
    }

    @Test
    void theOnlyInterruptOfADeviceDoesAllItsWork() {
        pci("eth0", 2, "0000:02:00.0", 40);
        assertThat(targets("40", "eth0"))
                .containsExactly(new IrqTarget("eth0", Direction.COMBINED, null, FoundBy.MSI_IRQS));
    }

    @Test
    void architectureRowsServeNoInterface() {
        host.nic("LOC", 2);
        assertThat(targets("LOC", "LOC")).isEmpty();
    }

    private void pci(String name, int ifindex, String address, int... irqs) {
        host.nic(name, ifindex)
                .link(
                        "sys/class/net/" + name + "/device",
                        host.path("sys/devices/" + address).toString());
        for (int irq : irqs) {
            host.put("sys/devices/" + address + "/msi_irqs/" + irq, "msix\n");
        }
    }

    private List<IrqTarget> targets(String label, String actions) {
        byte[] row = ("CPU0\n" + label + ": 1 PCI-MSI 1-edge " + actions + "\n").getBytes(StandardCharsets.US_ASCII);
        CpuTable table = new CpuTable();
        table.parse(row, row.length);
        IrqMapper mapper = new IrqMapper(host.roots(), napis);
        mapper.refresh();
        return mapper.targets(table.row(0).interrupt());
    }
}
