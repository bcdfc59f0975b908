package io.ringtail.collectors.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What /sys/class/net tells beside values. Source: kernel, Documentation/ABI/testing/sysfs-class-net. */
final class SysfsNet {
    private static final String BONDING = "bonding_masters";

    private final ProcSys roots;

    SysfsNet(ProcSys roots) {
        this.roots = roots;
    }

    /** Names of the interfaces, sorted; absent where they cannot be listed. */
    Optional<List<String>> interfaces() {
        return list(roots.netClass())
                .map(names ->
                        names.filter(name -> !name.equals(BONDING)).sorted().toList());
    }

    /** Names of an interface's queues: rx-0, tx-0 ... */
    Set<String> queues(String name) {
        return list(roots.netInterface(name).resolve("queues"))
                .map(names -> names.collect(Collectors.toCollection(TreeSet::new)))
                .orElseGet(TreeSet::new);
    }

    /** The bus device behind an interface; absent for virtual ones. */
    Optional<Path> device(String name) {
        try {
            return Optional.of(roots.netInterface(name).resolve("device").toRealPath());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** The driver of that device. */
    Optional<String> driver(String name) {
        try {
            Path driver = Files.readSymbolicLink(roots.netInterface(name).resolve("device/driver"));
            return Optional.of(driver.getFileName().toString());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** MSI interrupts of a device; of a virtio device those of the PCI function that carries it. */
    Set<Long> msiIrqs(Path device) {
        boolean carried = device.getFileName().toString().startsWith("virtio");
        Path owner = carried ? device.getParent() : device;
        return list(owner.resolve("msi_irqs"))
                .map(names -> names.map(SysfsNet::number)
                        .flatMapToLong(OptionalLong::stream)
                        .boxed()
                        .collect(Collectors.toSet()))
                .orElse(Set.of());
    }

    /** The number that a name is; absent for others. */
    static OptionalLong number(String name) {
        boolean digits = !name.isEmpty() && name.length() < 10 && name.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits ? OptionalLong.of(Long.parseLong(name)) : OptionalLong.empty();
    }

    private static Optional<Stream<String>> list(Path directory) {
        return Optional.ofNullable(directory.toFile().list()).map(Arrays::stream);
    }
}
