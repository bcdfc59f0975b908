package io.ringtail.collectors.source;

import io.ringtail.collectors.source.Fact.Known;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** The group kernel of a host. The timer's rate is read once: it is compiled in. Owned by the source's thread. */
final class KernelFacts {
    private static final Pattern PREEMPT_PARAMETER = Pattern.compile("(?:^|\\s)preempt=(\\S+)");
    private static final Pattern PREEMPT_BUILD = Pattern.compile("\\bPREEMPT(?:_\\w+|\\b)");
    private static final Pattern PREEMPT_CHOSEN = Pattern.compile("\\((\\w+)\\)");
    private static final String TIMER = "CONFIG_HZ=";

    /** Microcode that is loaded late can move them; once a minute is soon enough for two dozen files. */
    private static final int READS_OF_THE_SAME = 6;

    private final ProcSys roots;
    private Optional<Fact> timerHz = Optional.empty();
    private Fact mitigations = Fact.unsupported();
    private int reads;

    KernelFacts(ProcSys roots) {
        this.roots = roots;
    }

    void read(SettingList into) {
        Fact release = KernelFile.read(roots.proc().resolve("sys/kernel/osrelease"));
        Fact cmdline = KernelFile.read(roots.proc().resolve("cmdline"));
        into.add("kernel.release", release);
        into.add("kernel.cmdline", cmdline);
        into.add("kernel.preempt", preempt(cmdline));
        mitigations = reads++ % READS_OF_THE_SAME == 0 ? mitigations() : mitigations;
        into.add("kernel.mitigations", mitigations);
        into.add("kernel.timer-hz", timerHz(release));
    }

    /** What was chosen now (debugfs, for root), else on the command line, else what was compiled in. */
    private Fact preempt(Fact cmdline) {
        Fact chosen = KernelFile.read(roots.sys().resolve("kernel/debug/sched/preempt"));
        Fact built = KernelFile.read(roots.proc().resolve("version"));
        return first(PREEMPT_CHOSEN, 1, chosen)
                .or(first(PREEMPT_PARAMETER, 1, cmdline))
                .or(first(PREEMPT_BUILD, 0, built));
    }

    private static Fact first(Pattern pattern, int group, Fact in) {
        if (in instanceof Known(String text)) {
            Matcher matcher = pattern.matcher(text);
            return matcher.find() ? Fact.of(matcher.group(group)) : Fact.unsupported();
        }
        return in;
    }

    /** One entry for each vulnerability that this CPU has. */
    private Fact mitigations() {
        Path directory = roots.sys().resolve("devices/system/cpu/vulnerabilities");
        var names = KernelFile.names(directory, "");
        String affected = names.stream()
                .map(name -> name + ": "
                        + (KernelFile.read(directory.resolve(name)) instanceof Known(String text) ? text : "unknown"))
                .filter(line -> !line.endsWith(": Not affected"))
                .sorted()
                .collect(Collectors.joining("; "));
        return names.isEmpty() ? Fact.unsupported() : Fact.of(affected.isEmpty() ? "Not affected" : affected);
    }

    private Fact timerHz(Fact release) {
        if (timerHz.isEmpty()) {
            Path boot = roots.sys().resolveSibling("boot");
            Fact installed = release instanceof Known(String name)
                    ? timerHz(boot.resolve("config-" + name), false)
                    : Fact.unsupported();
            timerHz =
                    Optional.of(timerHz(roots.proc().resolve("config.gz"), true).or(installed));
        }
        return timerHz.get();
    }

    private static Fact timerHz(Path config, boolean compressed) {
        try (InputStream file = Files.newInputStream(config);
                InputStream bytes = compressed ? new GZIPInputStream(file) : file;
                BufferedReader lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> line.startsWith(TIMER))
                    .map(line -> Fact.of(line.substring(TIMER.length()).strip()))
                    .findFirst()
                    .orElse(Fact.unsupported());
        } catch (IOException e) {
            return Fact.unsupported();
        }
    }
}
