package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.ThreadPlacement;
import io.ringtail.collectors.parse.CpuList;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * Keeps a thread off the CPUs of the applications that it looks at: their cost of being looked at would be theirs. Used
 * by that thread.
 */
final class XskPlacement {
    private final BitSet allowed;
    private final Consumer<BitSet> pin;
    private BitSet placed;

    /**
     * @param allowed CPUs that the thread may run on at all
     * @param pin places the calling thread
     */
    XskPlacement(BitSet allowed, Consumer<BitSet> pin) {
        this.allowed = allowed;
        this.pin = pin;
        this.placed = allowed;
    }

    /** Of the calling thread. */
    static XskPlacement ofThisThread() {
        byte[] list = ThreadPlacement.allowedCpus().getBytes(StandardCharsets.US_ASCII);
        return new XskPlacement(CpuList.parse(list, list.length).orElseGet(BitSet::new), ThreadPlacement::pin);
    }

    /** Leaves these CPUs; false if there is no other. */
    boolean avoid(BitSet cpus) {
        BitSet wanted = (BitSet) allowed.clone();
        wanted.andNot(cpus);
        boolean possible = !wanted.isEmpty();
        BitSet target = possible ? wanted : allowed;
        if (!target.equals(placed)) {
            try {
                pin.accept(target);
                placed = target;
            } catch (Errno e) {
                // A CPU went offline or the cpuset changed: the next time decides anew.
                return false;
            }
        }
        return possible;
    }
}
