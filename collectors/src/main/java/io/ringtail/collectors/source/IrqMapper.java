package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Napi;
import io.ringtail.collectors.parse.ActionName;
import io.ringtail.collectors.parse.InterruptName;
import io.ringtail.schemas.record.Direction;
import io.ringtail.schemas.record.FoundBy;
import io.ringtail.schemas.record.IrqTarget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which interface and queue an interrupt serves. The interface is found by the device's msi_irqs, else by netdev
 * netlink's NAPI irq, else by the action's name; the queue by the action's name, as none of the others tells it. Owner:
 * the thread of {@link InterruptsSource}.
 */
public final class IrqMapper {
    private final ProcSys roots;
    private final SysfsNet net;
    private final NapiReader napis;
    private final ReadBuffer scratch = new ReadBuffer(4_096);
    private List<Nic> nics = List.of();

    /**
     * @param roots where sysfs is
     * @param napis tells interrupts of NAPI instances; {@link NapiReader#NONE} where nothing does
     */
    public IrqMapper(ProcSys roots, NapiReader napis) {
        this.roots = roots;
        this.napis = napis;
        net = new SysfsNet(roots);
    }

    /** Looks at the interfaces anew. */
    public void refresh() {
        nics = net.interfaces().orElse(List.of()).stream().map(this::nic).toList();
    }

    /** What an interrupt serves, as of the last {@link #refresh}; several where the line is shared. */
    public List<IrqTarget> targets(InterruptName interrupt) {
        if (interrupt.irq().isEmpty()) {
            return List.of();
        }
        long irq = interrupt.irq().getAsLong();
        List<IrqTarget> named = new ArrayList<>();
        List<IrqTarget> all = new ArrayList<>();
        for (Nic nic : nics) {
            Optional<Said> said = said(nic, interrupt.actions());
            foundBy(nic, irq, said).ifPresent(by -> {
                IrqTarget target = target(nic, irq, by, said);
                all.add(target);
                said.filter(Said::ofInterface).ifPresent(_ -> named.add(target));
            });
        }
        // Interfaces that share a device share its interrupts, unless the name says whose this one is.
        return List.copyOf(named.isEmpty() ? all : named);
    }

    private Nic nic(String name) {
        Optional<Path> device = net.device(name);
        return new Nic(
                name,
                device.map(path -> path.getFileName().toString()).orElse(""),
                device.map(net::msiIrqs).orElse(Set.of()),
                napiIrqs(name));
    }

    // A kernel that does not tell leaves the other ways.
    private Set<Long> napiIrqs(String name) {
        try (KeptFile file = new KeptFile(roots.netInterface(name).resolve("ifindex"))) {
            return file.readUnsigned(scratch).stream()
                    .mapToObj(ifindex -> napis.napis((int) ifindex))
                    .flatMap(List::stream)
                    .map(Napi::irq)
                    .flatMapToInt(OptionalInt::stream)
                    .mapToObj(irq -> (long) irq)
                    .collect(Collectors.toSet());
        } catch (RuntimeException _) {
            return Set.of();
        }
    }

    private static Optional<FoundBy> foundBy(Nic nic, long irq, Optional<Said> said) {
        if (nic.msiIrqs.contains(irq)) {
            return Optional.of(FoundBy.MSI_IRQS);
        }
        if (nic.napiIrqs.contains(irq)) {
            return Optional.of(FoundBy.NAPI);
        }
        return said.map(_ -> FoundBy.ACTION_NAME);
    }

    /** What the first action that speaks of this interface or its device says; any habit's queue counts as of it. */
    private static Optional<Said> said(Nic nic, List<String> actions) {
        return actions.stream().flatMap(action -> said(nic, action).stream()).findFirst();
    }

    private static Optional<Said> said(Nic nic, String action) {
        if (action.equals(nic.name)) {
            return Optional.of(new Said(Optional.empty(), true));
        }
        return ActionName.parse(action)
                .filter(name -> name.interfaceName().stream().anyMatch(nic.name::equals)
                        || name.device().stream().anyMatch(nic.device::equals))
                .map(name -> new Said(Optional.of(name), name.interfaceName().isPresent()));
    }

    private static IrqTarget target(Nic nic, long irq, FoundBy by, Optional<Said> said) {
        Optional<ActionName> name = said.flatMap(Said::name);
        Integer queue = name.map(ActionName::queue)
                .filter(OptionalInt::isPresent)
                .map(OptionalInt::getAsInt)
                .orElse(null);
        Direction direction = name.map(ActionName::direction).orElseGet(() -> unnamed(nic, irq, by));
        return new IrqTarget(nic.name, direction, queue, by);
    }

    /** Without a telling name: a NAPI instance's interrupt, or the only one, does all the work. */
    private static Direction unnamed(Nic nic, long irq, FoundBy by) {
        boolean all = nic.napiIrqs.contains(irq) || nic.msiIrqs.size() == 1 || by == FoundBy.ACTION_NAME;
        return all ? Direction.COMBINED : Direction.OTHER;
    }

    private record Nic(String name, String device, Set<Long> msiIrqs, Set<Long> napiIrqs) {}

    private record Said(Optional<ActionName> name, boolean ofInterface) {}
}
