package io.ringtail.collectors.source;

import java.nio.file.Path;

/** The settings of a host: kernel, CPUs, softirq sysctls, interrupt balancer. Owned by the source's thread. */
final class HostSettings {
    private final ProcSys roots;
    private final KernelFacts kernel;
    private final CpuSettings cpus;
    private final Balancer balancer;

    HostSettings(ProcSys roots) {
        this.roots = roots;
        this.kernel = new KernelFacts(roots);
        this.cpus = new CpuSettings(roots.sys().resolve("devices/system/cpu"));
        this.balancer = new Balancer(roots.proc());
    }

    void read(SettingList into) {
        kernel.read(into);
        cpus.read(into);
        softirq(roots.proc().resolve("sys/net/core"), into);
        into.add("irq.balancer", Fact.flag(balancer.running()));
    }

    /** These files are in the host's first network namespace only, and hold for all. */
    private static void softirq(Path core, SettingList into) {
        into.add("softirq.netdev-budget", KernelFile.read(core.resolve("netdev_budget")));
        into.add("softirq.netdev-budget-usecs", KernelFile.read(core.resolve("netdev_budget_usecs")));
        into.add("softirq.dev-weight", KernelFile.read(core.resolve("dev_weight")));
        into.add("rfs.entries", KernelFile.read(core.resolve("rps_sock_flow_entries")));
    }
}
