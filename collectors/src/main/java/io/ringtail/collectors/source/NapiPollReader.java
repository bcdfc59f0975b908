package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.NapiPollCounts;
import io.ringtail.collectors.linux.NapiPolls;
import io.ringtail.collectors.parse.CpuList;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/** Counts the polls of NAPI instances: {@code NapiPolls}. Used on one source's thread only. */
interface NapiPollReader extends AutoCloseable {
    /** Since the counting began, of each instance of an interface that is there. */
    List<NapiPollCounts> read(IntPredicate isThere);

    @Override
    default void close() {}

    /** The kernel's, in the calling thread's network namespace; fails as {@link NapiPolls#open} does. */
    static NapiPollReader open(ProcSys roots) {
        NapiPolls polls = NapiPolls.open(possibleCpus(roots));
        return new NapiPollReader() {
            @Override
            public List<NapiPollCounts> read(IntPredicate isThere) {
                return polls.read(isThere);
            }

            @Override
            public void close() {
                polls.close();
            }
        };
    }

    /** The kernel's maps have a value for each CPU that may ever be there. */
    private static int possibleCpus(ProcSys roots) {
        Fact possible = KernelFile.read(roots.sys().resolve("devices/system/cpu/possible"));
        byte[] list =
                possible instanceof Fact.Known(String text) ? text.getBytes(StandardCharsets.US_ASCII) : new byte[0];
        return CpuList.parse(list, list.length)
                .map(BitSet::length)
                .filter(length -> length > 0)
                .orElseThrow(() -> new Errno("cannot read which CPUs are possible", Errno.EOPNOTSUPP));
    }
}
