package io.ringtail.collectors.source;

import io.ringtail.collectors.source.Fact.Known;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The group cpu of a host. A setting that all CPUs share is its plain value, one that differs is told with the CPUs:
 * {@code performance (0-3), powersave (4-7)}.
 */
final class CpuSettings {
    private static final Pattern CPU = Pattern.compile("cpu[0-9]+");

    private final Path directory;

    /** Reads below {@code /sys/devices/system/cpu}. */
    CpuSettings(Path directory) {
        this.directory = directory;
    }

    void read(SettingList into) {
        into.add("cpu.governor", ofAll(cpu -> KernelFile.read(cpu.resolve("cpufreq/scaling_governor"))));
        into.add("cpu.cstates-enabled", ofAll(CpuSettings::idleStates));
        into.add("cpu.isolated", KernelFile.read(directory.resolve("isolated")).map(CpuMask::named));
        into.add(
                "cpu.nohz-full", KernelFile.read(directory.resolve("nohz_full")).map(CpuMask::named));
        into.add("cpu.smt", KernelFile.read(directory.resolve("smt/control")));
    }

    private Fact ofAll(Function<Path, Fact> setting) {
        Map<String, BitSet> cpus = new TreeMap<>();
        for (String name : KernelFile.names(directory, "cpu")) {
            if (CPU.matcher(name).matches() && setting.apply(directory.resolve(name)) instanceof Known(String value)) {
                cpus.computeIfAbsent(value, unseen -> new BitSet()).set(Integer.parseInt(name.substring(3)));
            }
        }
        return switch (cpus.size()) {
            case 0 -> Fact.unsupported();
            case 1 -> Fact.of(cpus.keySet().iterator().next());
            default -> Fact.of(withCpus(cpus));
        };
    }

    private static String withCpus(Map<String, BitSet> cpus) {
        return cpus.entrySet().stream()
                .map(value -> value.getKey() + " (" + CpuMask.list(value.getValue()) + ")")
                .collect(Collectors.joining(", "));
    }

    /** The names of a CPU's idle states that nobody disabled. */
    private static Fact idleStates(Path cpu) {
        Path states = cpu.resolve("cpuidle");
        var names = KernelFile.names(states, "state");
        String enabled = names.stream()
                .map(states::resolve)
                .filter(state -> KernelFile.read(state.resolve("disable")).equals(Fact.of("0")))
                .map(state -> KernelFile.read(state.resolve("name")))
                .map(name -> name instanceof Known(String text) ? text : "unnamed")
                .collect(Collectors.joining(" "));
        return names.isEmpty() ? Fact.unsupported() : Fact.of(enabled.isEmpty() ? CpuMask.NONE : enabled);
    }
}
