package io.ringtail.collectors.parse;

import static io.ringtail.collectors.parse.Tables.name;
import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Direction;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class InterruptNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "IR-PCI-MSI-edge      eth0-TxRx-0 | IR-PCI-MSI | | edge | eth0-TxRx-0",
                "IO-APIC-fasteoi   ehci_hcd:usb1, eno1 | IO-APIC | | fasteoi | ehci_hcd:usb1;eno1",
                "IR-PCI-MSI 67633185-edge      eth0-TxRx-0 | IR-PCI-MSI | 67633185 | edge | eth0-TxRx-0",
                "IO-APIC   5-edge      ACPI:Ged | IO-APIC | 5 | edge | ACPI:Ged",
                "PCI-MSIX-0000:00:04.0   1-edge      virtio3-rx | PCI-MSIX-0000:00:04.0 | 1 | edge | virtio3-rx",
                "GICv3  27 Level     arch_timer | GICv3 | 27 | level | arch_timer",
                "ITS-MSI 81921 Edge      eth0-Tx-Rx-0 | ITS-MSI | 81921 | edge | eth0-Tx-Rx-0",
                "SiFive PLIC  10 Edge   ttyS0 | SiFive PLIC | 10 | edge | ttyS0",
                "MIPS   7  timer | MIPS | 7 | | timer",
                "XT-PIC-XT-PIC    cascade | XT-PIC-XT-PIC | | | cascade",
                "PCI-MSI 524288-edge | PCI-MSI | 524288 | edge | ''",
                "IO-APIC 1-edge i8042 port one, rtc0 | IO-APIC | 1 | edge | i8042 port one;rtc0",
            })
    void everyShapeOfRowIsRead(String tail, String chip, Long hwirq, String trigger, String actions) {
        InterruptName name = name(" 98: 1 2  " + tail);
        assertThat(name.irq()).hasValue(98);
        assertThat(name.chip()).contains(chip);
        assertThat(name.hwirq()).isEqualTo(hwirq == null ? OptionalLong.empty() : OptionalLong.of(hwirq));
        assertThat(name.trigger()).isEqualTo(Optional.ofNullable(trigger));
        assertThat(name.actions()).isEqualTo(actions.isEmpty() ? List.of() : List.of(actions.split(";")));
    }

    @Test
    void architectureRowsHaveADescriptionOnly() {
        InterruptName name = name("LOC: 1 2   Local timer interrupts");
        assertThat(name.chip()).isEmpty();
        assertThat(name.irq()).isEmpty();
        assertThat(name.actions()).containsExactly("Local timer interrupts");
    }

    @Test
    void a6ActionNameWithColonsIsKeptWhole() {
        InterruptName name =
                name("312:   900   901  IR-PCI-MSIX-0000:c4:00.1   12-edge      mlx5_comp11@pci:0000:c4:00.1");
        assertThat(name)
                .isEqualTo(new InterruptName(
                        "312",
                        Optional.of("IR-PCI-MSIX-0000:c4:00.1"),
                        OptionalLong.of(12),
                        Optional.of("edge"),
                        List.of("mlx5_comp11@pci:0000:c4:00.1")));
        assertThat(ActionName.parse(name.actions().getFirst()))
                .contains(new ActionName(
                        Optional.of("mlx5_core"),
                        Optional.empty(),
                        Optional.of("0000:c4:00.1"),
                        Direction.COMBINED,
                        OptionalInt.of(11)));
    }

    @Test
    void a6TheSameVectorOfAnotherDeviceIsAnotherName() {
        String row = "312: 1 2 IR-PCI-MSIX-0000:c4:00.1   12-edge      mlx5_comp11@pci:";
        assertThat(name(row + "0000:c4:00.1")).isEqualTo(name(row + "0000:c4:00.1"));
        assertThat(name(row + "0000:c4:00.1")).isNotEqualTo(name(row + "0000:e1:00.0"));
    }

    @ParameterizedTest
    @CsvSource({
        "i40e-eth3-TxRx-7,          eth3,   ,             COMBINED, 7",
        "ice-ens1f0np0-TxRx-12,     ens1f0np0, ,          COMBINED, 12",
        "iavf-eth3-rx-1,            eth3,   ,             RX,       1",
        "eth0-TxRx-0,               eth0,   ,             COMBINED, 0",
        "eth0-txrx-3,               eth0,   ,             COMBINED, 3",
        "eth0-Tx-Rx-5,              eth0,   ,             COMBINED, 5",
        "eth0-rxtx-2,               eth0,   ,             COMBINED, 2",
        "eth0-rx-0,                 eth0,   ,             RX,       0",
        "my-bridge-tx-4,            my-bridge, ,          TX,       4",
        "ena-mgmnt@pci:0000:00:05.0, ,      0000:00:05.0, OTHER,",
        "gve-ntfy-blk3@pci:0000:00:05.0, ,  0000:00:05.0, COMBINED,",
        "mana_q4@pci:7870:00:00.0,  ,       7870:00:00.0, COMBINED, 4",
        "virtio2-input.3,           ,       virtio2,      RX,       3",
        "virtio2-output.0,          ,       virtio2,      TX,       0",
        "virtio2-config,            ,       virtio2,      OTHER,",
        "virtio3-rx,                ,       virtio3,      RX,",
    })
    void everyDriversHabitIsKnown(String action, String name, String device, Direction direction, Integer queue) {
        ActionName parsed = ActionName.parse(action).orElseThrow();
        assertThat(parsed.interfaceName()).isEqualTo(Optional.ofNullable(name));
        assertThat(parsed.device()).isEqualTo(Optional.ofNullable(device));
        assertThat(parsed.direction()).isEqualTo(direction);
        assertThat(parsed.queue()).isEqualTo(queue == null ? OptionalInt.empty() : OptionalInt.of(queue));
    }

    @Test
    void namesOfOtherDevicesSayNothing() {
        assertThat(ActionName.parse("nvme7q1")).isEmpty();
        assertThat(ActionName.parse("ehci_hcd:usb1")).isEmpty();
        assertThat(ActionName.parse("eth0-rx-99999999999")).isEmpty();
    }
}
