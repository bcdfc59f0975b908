package io.ringtail.collectors.linux;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A NAPI instance of an interface. What this kernel does not tell is absent.
 *
 * @param napiId the kernel's number; a new one when the queues are set up again
 * @param irq its interrupt, if the driver tells
 * @param deferHardIrqs polls that found nothing before the interrupt is enabled again. Unit: count
 * @param groFlushTimeoutNs delay of the interrupt meanwhile. Unit: ns
 * @param irqSuspendTimeoutNs how long busy polling may keep the interrupt off. Unit: ns
 * @param threaded whether a kernel thread polls it
 */
public record Napi(
        int napiId,
        OptionalInt irq,
        OptionalLong deferHardIrqs,
        OptionalLong groFlushTimeoutNs,
        OptionalLong irqSuspendTimeoutNs,
        Optional<Boolean> threaded) {}
