package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.Napi;
import io.ringtail.collectors.linux.Netdev;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** The group napi of an interface: the interface's values, and those of NAPI instances that have their own. */
final class NapiSettings {
    static final String THREADED = "napi.threaded";
    static final String DEFER_HARD_IRQS = "napi.defer-hard-irqs";
    static final String GRO_FLUSH_TIMEOUT = "napi.gro-flush-timeout";
    static final String IRQ_SUSPEND_TIMEOUT = "napi.irq-suspend-timeout";

    /** The interface has no file for this one; an instance's own value is 0 until somebody sets it. */
    private static final String SUSPEND_DEFAULT = "0";

    private final Netdev netdev;

    NapiSettings(Netdev netdev) {
        this.netdev = netdev;
    }

    void read(int ifindex, Path device, SettingList into) {
        Fact threaded = KernelFile.read(device.resolve("threaded")).map(NapiSettings::flag);
        Fact defer = KernelFile.read(device.resolve("napi_defer_hard_irqs"));
        Fact flush = KernelFile.read(device.resolve("gro_flush_timeout"));
        into.add(THREADED, threaded);
        into.add(DEFER_HARD_IRQS, defer);
        into.add(GRO_FLUSH_TIMEOUT, flush);
        try {
            List<Napi> napis = netdev.napis(ifindex);
            into.add(IRQ_SUSPEND_TIMEOUT, suspend(napis));
            napis.forEach(napi -> differences(napi, threaded, defer, flush, into));
        } catch (Errno e) {
            into.add(IRQ_SUSPEND_TIMEOUT, Fact.absent(Errno.absence(e.number())));
        }
    }

    /** Adds what an instance has otherwise than its interface. */
    static void differences(Napi napi, Fact threaded, Fact defer, Fact flush, SettingList into) {
        String queue = "napi-" + Integer.toUnsignedString(napi.napiId());
        napi.threaded().map(Fact::flag).ifPresent(own -> difference(THREADED, queue, own, threaded, into));
        difference(DEFER_HARD_IRQS, queue, napi.deferHardIrqs(), defer, into);
        difference(GRO_FLUSH_TIMEOUT, queue, napi.groFlushTimeoutNs(), flush, into);
        difference(IRQ_SUSPEND_TIMEOUT, queue, napi.irqSuspendTimeoutNs(), Fact.of(SUSPEND_DEFAULT), into);
    }

    private static Fact suspend(List<Napi> napis) {
        boolean known =
                napis.stream().anyMatch(napi -> napi.irqSuspendTimeoutNs().isPresent());
        return known ? Fact.of(SUSPEND_DEFAULT) : Fact.unsupported();
    }

    private static void difference(String name, String queue, OptionalLong own, Fact whole, SettingList into) {
        own.ifPresent(value -> difference(name, queue, Fact.of(Long.toUnsignedString(value)), whole, into));
    }

    private static void difference(String name, String queue, Fact own, Fact whole, SettingList into) {
        if (!own.equals(whole)) {
            into.add(name, queue, own);
        }
    }

    private static String flag(String number) {
        return switch (number) {
            case "0" -> "off";
            case "1" -> "on";
            default -> number;
        };
    }
}
