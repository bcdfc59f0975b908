package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.knob.Knob;
import io.ringtail.schemas.knob.Knobs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class HostSettingsTest {
    private static final String CPU = "sys/devices/system/cpu/";

    @TempDir
    private Path directory;

    private Tree tree;

    @BeforeEach
    void tree() {
        tree = new Tree(directory);
    }

    @Test
    void a_governor_that_all_cpus_share_is_its_name() {
        tree.file(CPU + "cpu0/cpufreq/scaling_governor", "performance");
        tree.file(CPU + "cpu1/cpufreq/scaling_governor", "performance");
        assertThat(settings()).containsEntry("cpu.governor", "performance");
    }

    @Test
    void governors_that_differ_are_told_with_their_cpus() {
        for (int cpu = 0; cpu < 12; cpu++) {
            tree.file(CPU + "cpu" + cpu + "/cpufreq/scaling_governor", cpu < 10 ? "performance" : "powersave");
        }
        assertThat(settings()).containsEntry("cpu.governor", "performance (0-9), powersave (10-11)");
    }

    @Test
    void idle_states_that_somebody_disabled_are_left_out() {
        for (int state = 0; state < 3; state++) {
            tree.file(CPU + "cpu0/cpuidle/state" + state + "/name", state == 0 ? "POLL" : "C" + state);
            tree.file(CPU + "cpu0/cpuidle/state" + state + "/disable", state == 2 ? "1" : "0");
        }
        assertThat(settings()).containsEntry("cpu.cstates-enabled", "POLL C1");
    }

    @Test
    void cpu_lists_that_are_empty_have_a_name_and_absent_ones_are_unsupported() {
        tree.file(CPU + "isolated", "").file(CPU + "smt/control", "off");
        assertThat(settings())
                .containsEntry("cpu.isolated", "none")
                .containsEntry("cpu.smt", "off")
                .containsEntry("cpu.nohz-full", "<unsupported>")
                .containsEntry("cpu.governor", "<unsupported>");
    }

    @Test
    void preemption_is_what_was_chosen_now_before_the_command_line_before_the_build() {
        tree.file("proc/version", "Linux version 6.18.0 #1 SMP PREEMPT_DYNAMIC Mon");
        assertThat(settings()).containsEntry("kernel.preempt", "PREEMPT_DYNAMIC");
        tree.file("proc/cmdline", "quiet preempt=full");
        assertThat(settings()).containsEntry("kernel.preempt", "full");
        tree.file("sys/kernel/debug/sched/preempt", "none (voluntary) full lazy");
        assertThat(settings()).containsEntry("kernel.preempt", "voluntary");
    }

    @Test
    void the_timers_rate_is_in_the_running_kernels_configuration() throws IOException {
        tree.file("proc/sys/kernel/osrelease", "6.18.0");
        tree.file("boot/config-6.18.0", "CONFIG_HZ_100=y\nCONFIG_HZ=100");
        assertThat(settings()).containsEntry("kernel.timer-hz", "100");
        try (OutputStream gz = new GZIPOutputStream(Files.newOutputStream(tree.path("proc/config.gz")))) {
            gz.write("# CONFIG_HZ_100 is not set\nCONFIG_HZ=250\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(settings()).containsEntry("kernel.timer-hz", "250");
    }

    @Test
    void mitigations_name_only_what_this_cpu_has() {
        tree.file(CPU + "vulnerabilities/mds", "Not affected");
        tree.file(CPU + "vulnerabilities/spectre_v1", "Mitigation: usercopy");
        tree.file(CPU + "vulnerabilities/meltdown", "Mitigation: PTI");
        assertThat(settings())
                .containsEntry("kernel.mitigations", "meltdown: Mitigation: PTI; spectre_v1: Mitigation: usercopy");
    }

    @Test
    void the_balancer_is_found_by_its_name_and_missed_when_it_ends() throws IOException {
        tree.file("proc/1/comm", "init").file("proc/4711/comm", "irqbalance").file("proc/self/comm", "irqbalance");
        Balancer balancer = new Balancer(tree.path("proc"));
        assertThat(balancer.running()).isTrue();
        Files.delete(tree.path("proc/4711/comm"));
        assertThat(balancer.running()).isFalse();
    }

    @Test
    void every_host_setting_of_this_machine_is_a_setting_of_the_catalogue() {
        Map<String, String> settings = Tree.settings(new HostSettings(ProcSys.live())::read);
        assertThat(settings).isNotEmpty();
        assertThat(settings.keySet())
                .allSatisfy(name -> assertThat(Knobs.named(name))
                        .as(name)
                        .hasValueSatisfying(knob -> assertThat(knob.kind()).isEqualTo(Knob.Kind.SETTING)));
    }

    private Map<String, String> settings() {
        return Tree.settings(new HostSettings(tree.roots())::read);
    }
}
