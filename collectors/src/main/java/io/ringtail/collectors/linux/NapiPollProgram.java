package io.ringtail.collectors.linux;

import static io.ringtail.collectors.linux.BpfAssembler.FRAME;
import static io.ringtail.collectors.linux.BpfAssembler.R0;
import static io.ringtail.collectors.linux.BpfAssembler.R1;
import static io.ringtail.collectors.linux.BpfAssembler.R2;
import static io.ringtail.collectors.linux.BpfAssembler.R3;
import static io.ringtail.collectors.linux.BpfAssembler.R4;
import static io.ringtail.collectors.linux.BpfAssembler.R6;
import static io.ringtail.collectors.linux.BpfAssembler.R7;
import static io.ringtail.collectors.linux.BpfAssembler.R8;
import static io.ringtail.collectors.linux.BpfAssembler.R9;

/**
 * The BPF program that counts the polls of NAPI instances of one network namespace, on each CPU by itself. Runs at the
 * tracepoint {@code napi:napi_poll}, after each poll. Built for the running kernel from its BTF. Pure.
 *
 * <pre>
 * key   { u32 ifindex, napi_id; }
 * value { u64 packets; u64 sizes[8]; }
 * </pre>
 */
final class NapiPollProgram {
    static final int KEY_BYTES = 8;
    static final int VALUE_BYTES = 8 + 8 * NapiPollCounts.SIZES;

    private static final int KEY = -KEY_BYTES;
    private static final int VALUE = KEY - VALUE_BYTES;

    private static final int MAP_LOOKUP = 1;
    private static final int MAP_UPDATE = 2;
    private static final int NO_EXIST = 1;

    private final Btf btf;
    private final BpfAssembler code = new BpfAssembler();

    private NapiPollProgram(Btf btf) {
        this.btf = btf;
    }

    /**
     * The program for a kernel.
     *
     * @param map where it counts
     * @param netns inode of the network namespace
     * @throws Errno EOPNOTSUPP if this kernel's NAPI instances are not as the program expects
     */
    static long[] of(Btf btf, int map, int netns) {
        return new NapiPollProgram(btf).build(map, netns);
    }

    // The context: (struct napi_struct *napi, int work, int budget).
    private long[] build(int map, int netns) {
        code.move(R6, R1).load64(R7, R6, 0).load64(R9, R6, 8);
        code.load64(R8, R7, offset("napi_struct", "dev")).endIf(R8, 0);
        code.load64(R1, R8, offset("net_device", "nd_net.net")).endIf(R1, 0);
        code.load32(R1, R1, offset("net", "ns.inum")).endUnless32(R1, netns);
        code.load32(R1, R8, offset("net_device", "ifindex")).store32(FRAME, KEY, R1);
        code.load32(R1, R7, offset("napi_struct", "napi_id")).store32(FRAME, KEY + 4, R1);
        lookup(map);
        code.ifZero(R0, body -> begin(map)).endIf(R0, 0);
        code.load64(R1, R0, 0).add(R1, R9).store64(R0, 0, R1);
        code.set(R2, 0);
        for (int size = 1; size <= 64; size *= 2) {
            code.plusIfAtLeast(R2, 8, R9, size);
        }
        code.add(R0, R2).load64(R1, R0, 8).plus(R1, 1).store64(R0, 8, R1);
        return code.program();
    }

    private void begin(int map) {
        for (int at = 0; at < VALUE_BYTES; at += Long.BYTES) {
            code.clear64(FRAME, VALUE + at);
        }
        code.map(R1, map).move(R2, FRAME).plus(R2, KEY);
        code.move(R3, FRAME).plus(R3, VALUE).set(R4, NO_EXIST).call(MAP_UPDATE);
        lookup(map);
    }

    private void lookup(int map) {
        code.map(R1, map).move(R2, FRAME).plus(R2, KEY).call(MAP_LOOKUP);
    }

    private int offset(String structure, String member) {
        return btf.offset(structure, member)
                .orElseThrow(() -> new Errno("this kernel's BTF has no " + structure + "." + member, Errno.EOPNOTSUPP));
    }
}
