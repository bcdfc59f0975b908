package io.ringtail.collectors.source;

import io.ringtail.collectors.source.Fact.Known;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The group irq of an interface: mode and affinity of each of its device's interrupts. */
final class IrqSettings {
    private static final String AFFINITY = "irq.affinity";
    private static final String MODE = "irq.mode";

    private final ProcSys roots;

    IrqSettings(ProcSys roots) {
        this.roots = roots;
    }

    /** Adds them; an interface without a device, or whose device has no interrupt, does not support them. */
    void read(Path device, SettingList into) {
        Path vectors = owner(device.resolve("device")).resolve("msi_irqs");
        List<String> numbers = KernelFile.names(vectors, "");
        if (numbers.isEmpty()) {
            line(device.resolve("device/irq"), into);
        }
        for (String number : numbers) {
            interrupt(number, KernelFile.read(vectors.resolve(number)), into);
        }
    }

    /** A device without message-signalled interrupts: one line, shared or not; 0 is none. */
    private void line(Path file, SettingList into) {
        if (KernelFile.read(file).unless("0") instanceof Known(String number)) {
            interrupt(number, Fact.of("intx"), into);
        } else {
            into.add(AFFINITY, Fact.unsupported());
            into.add(MODE, Fact.unsupported());
        }
    }

    private void interrupt(String number, Fact mode, SettingList into) {
        Path affinity = roots.proc().resolve("irq").resolve(number).resolve("smp_affinity_list");
        into.add(AFFINITY, "irq-" + number, KernelFile.read(affinity).map(CpuMask::named));
        into.add(MODE, "irq-" + number, mode);
    }

    /** The device with the interrupts: a virtio device's are its parent's. */
    private static Path owner(Path device) {
        try {
            Path real = device.toRealPath();
            boolean virtio = Files.exists(real.resolve("subsystem"))
                    && real.resolve("subsystem").toRealPath().endsWith("virtio");
            return virtio ? real.getParent() : real;
        } catch (IOException e) {
            return device;
        }
    }
}
