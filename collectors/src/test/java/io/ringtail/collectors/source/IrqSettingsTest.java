package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class IrqSettingsTest {
    private static final String DEVICE = "sys/devices/pci0000:00/0000:00:03.0";

    @TempDir
    private Path directory;

    private Tree tree;

    @BeforeEach
    void tree() {
        tree = new Tree(directory)
                .file("proc/irq/37/smp_affinity_list", "0-1")
                .file("proc/irq/138/smp_affinity_list", "1");
    }

    @Test
    void a_pci_device_has_its_message_interrupts() {
        tree.file(DEVICE + "/msi_irqs/37", "msix").file(DEVICE + "/msi_irqs/138", "msix");
        tree.link("sys/class/net/eth0/device", DEVICE);
        assertThat(settings())
                .isEqualTo(Map.of(
                        "irq.affinity/irq-37", "0-1",
                        "irq.mode/irq-37", "msix",
                        "irq.affinity/irq-138", "1",
                        "irq.mode/irq-138", "msix"));
    }

    @Test
    void a_virtio_device_has_those_of_its_parent() {
        tree.file(DEVICE + "/msi_irqs/37", "msi").link(DEVICE + "/virtio2/subsystem", "sys/bus/virtio");
        tree.link("sys/class/net/eth0/device", DEVICE + "/virtio2");
        assertThat(settings()).isEqualTo(Map.of("irq.affinity/irq-37", "0-1", "irq.mode/irq-37", "msi"));
    }

    @Test
    void a_device_below_a_bridge_does_not_have_the_interrupts_of_the_bridge() {
        tree.file(DEVICE + "/msi_irqs/37", "msi").file(DEVICE + "/0000:01:00.0/irq", "0");
        tree.link("sys/class/net/eth0/device", DEVICE + "/0000:01:00.0");
        assertThat(settings()).containsEntry("irq.affinity", "<unsupported>");
    }

    @Test
    void a_device_without_message_interrupts_has_its_line() {
        tree.file(DEVICE + "/irq", "37").link("sys/class/net/eth0/device", DEVICE);
        assertThat(settings()).isEqualTo(Map.of("irq.affinity/irq-37", "0-1", "irq.mode/irq-37", "intx"));
    }

    @Test
    void an_interface_without_a_device_does_not_support_interrupts() {
        assertThat(settings()).isEqualTo(Map.of("irq.affinity", "<unsupported>", "irq.mode", "<unsupported>"));
    }

    private Map<String, String> settings() {
        return Tree.settings(list -> new IrqSettings(tree.roots()).read(tree.path("sys/class/net/eth0"), list));
    }
}
