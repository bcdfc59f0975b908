package io.ringtail.collectors.linux;

import static io.ringtail.collectors.linux.BpfAssembler.FRAME;
import static io.ringtail.collectors.linux.BpfAssembler.R0;
import static io.ringtail.collectors.linux.BpfAssembler.R1;
import static io.ringtail.collectors.linux.BpfAssembler.R2;
import static io.ringtail.collectors.linux.BpfAssembler.R3;
import static io.ringtail.collectors.linux.BpfAssembler.R6;
import static io.ringtail.collectors.linux.BpfAssembler.R7;
import static io.ringtail.collectors.linux.BpfAssembler.R8;
import static io.ringtail.collectors.linux.BpfAssembler.R9;

/**
 * The BPF program that looks at one open file of one process: if it is an AF_XDP socket it writes a record. Built for
 * the running kernel from its BTF. Pure.
 *
 * <pre>
 * struct record {
 *     u64 inode;           //   0
 *     u32 pid;             //   8
 *     u32 ifindex;         //  12
 *     u32 netns_inode;     //  16
 *     u16 queue;           //  20
 *     u8 zero_copy;        //  22
 *     u8 need_wakeup;      //  23
 *     u32 state;           //  24
 *     u32 unused;          //  28
 *     char interface[16];  //  32
 *     char process[16];    //  48
 *     u64 rx_dropped;      //  64
 *     u64 rx_queue_full;   //  72
 *     struct {             //  80: RX, TX, fill, completion
 *         u32 entries, producer, consumer, flags;
 *         u64 invalid, empty;
 *     } ring[4];
 * };
 * </pre>
 */
final class XskProgram {
    static final int INODE = 0;
    static final int PID = 8;
    static final int IFINDEX = 12;
    static final int NETNS = 16;
    static final int QUEUE = 20;
    static final int ZERO_COPY = 22;
    static final int NEED_WAKEUP = 23;
    static final int STATE = 24;
    static final int INTERFACE = 32;
    static final int PROCESS = 48;
    static final int NAME_BYTES = 16;
    static final int RX_DROPPED = 64;
    static final int RX_QUEUE_FULL = 72;
    static final int RINGS = 80;
    static final int RING_BYTES = 32;
    static final int ENTRIES = 0;
    static final int PRODUCER = 4;
    static final int CONSUMER = 8;
    static final int FLAGS = 12;
    static final int INVALID = 16;
    static final int EMPTY = 24;
    static final int BYTES = RINGS + 4 * RING_BYTES;

    /** enum in net/xdp_sock.h: XSK_READY, XSK_BOUND, XSK_UNBOUND. */
    static final int BOUND = 1;

    private static final int AF_XDP = 44;
    private static final int PROBE_READ_KERNEL = 113;
    private static final int SEQ_WRITE = 127;
    private static final int SOCK_FROM_FILE = 162;

    // The context: struct bpf_iter__task_file { meta; task; u32 fd; file; }
    private static final int META = 0;
    private static final int TASK = 8;
    private static final int FILE = 24;

    private static final int SCRATCH = -8;
    private static final int RECORD = SCRATCH - BYTES;

    private final Btf btf;
    private final BpfAssembler code = new BpfAssembler();

    private XskProgram(Btf btf) {
        this.btf = btf;
    }

    /**
     * The program for a kernel.
     *
     * @throws Errno EOPNOTSUPP if this kernel's sockets are not as the program expects
     */
    static long[] of(Btf btf) {
        return new XskProgram(btf).build();
    }

    private long[] build() {
        findSocket();
        for (int at = 0; at < BYTES; at += Long.BYTES) {
            code.clear64(FRAME, RECORD + at);
        }
        process();
        socket();
        rings();
        code.load64(R1, R6, META).load64(R1, R1, 0);
        code.move(R2, FRAME).plus(R2, RECORD).set(R3, BYTES).call(SEQ_WRITE);
        return code.program();
    }

    /** R6 the context, R8 the file, R9 its struct sock; ends unless that is of AF_XDP. */
    private void findSocket() {
        code.move(R6, R1).load64(R8, R6, FILE).endIf(R8, 0);
        code.move(R1, R8).call(SOCK_FROM_FILE).endIf(R0, 0).move(R7, R0);
        follow(R9, R7, "socket", "sk");
        read(SCRATCH, 2, R9, "sock", "__sk_common.skc_family");
        code.load16(R1, FRAME, SCRATCH).endUnless(R1, AF_XDP);
    }

    private void process() {
        follow(R7, R8, "file", "f_inode");
        read(RECORD + INODE, 8, R7, "inode", "i_ino");
        code.load64(R7, R6, TASK).endIf(R7, 0);
        read(RECORD + PID, 4, R7, "task_struct", "tgid");
        read(RECORD + PROCESS, NAME_BYTES, R7, "task_struct", "comm");
    }

    private void socket() {
        read(RECORD + QUEUE, 2, R9, "xdp_sock", "queue_id");
        read(RECORD + ZERO_COPY, 1, R9, "xdp_sock", "zc");
        read(RECORD + STATE, 4, R9, "xdp_sock", "state");
        read(RECORD + RX_DROPPED, 8, R9, "xdp_sock", "rx_dropped");
        read(RECORD + RX_QUEUE_FULL, 8, R9, "xdp_sock", "rx_queue_full");
        follow(R7, R9, "xdp_sock", "dev");
        read(RECORD + IFINDEX, 4, R7, "net_device", "ifindex");
        read(RECORD + INTERFACE, NAME_BYTES, R7, "net_device", "name");
        follow(R7, R7, "net_device", "nd_net.net");
        read(RECORD + NETNS, 4, R7, "net", "ns.inum");
    }

    private void rings() {
        ring(0, R9, "xdp_sock", "rx");
        ring(1, R9, "xdp_sock", "tx");
        follow(R8, R9, "xdp_sock", "pool");
        read(RECORD + NEED_WAKEUP, 1, R8, "xsk_buff_pool", "uses_need_wakeup");
        ring(2, R8, "xsk_buff_pool", "fq");
        ring(3, R8, "xsk_buff_pool", "cq");
    }

    private void ring(int index, int owner, String structure, String member) {
        int record = RECORD + RINGS + index * RING_BYTES;
        follow(R7, owner, structure, member);
        read(record + ENTRIES, 4, R7, "xsk_queue", "nentries");
        read(record + INVALID, 8, R7, "xsk_queue", "invalid_descs");
        read(record + EMPTY, 8, R7, "xsk_queue", "queue_empty_descs");
        follow(R7, R7, "xsk_queue", "ring");
        read(record + PRODUCER, 4, R7, "xdp_ring", "producer");
        read(record + CONSUMER, 4, R7, "xdp_ring", "consumer");
        read(record + FLAGS, 4, R7, "xdp_ring", "flags");
    }

    /** {@code to = from->member}; the helper reads zeros through a pointer that leads nowhere. */
    private void follow(int to, int from, String structure, String member) {
        read(SCRATCH, 8, from, structure, member);
        code.load64(to, FRAME, SCRATCH);
    }

    private void read(int frameOffset, int size, int from, String structure, String member) {
        int offset = btf.offset(structure, member)
                .orElseThrow(() -> new Errno("this kernel's BTF has no " + structure + "." + member, Errno.EOPNOTSUPP));
        code.move(R1, FRAME).plus(R1, frameOffset).set(R2, size);
        code.move(R3, from).plus(R3, offset).call(PROBE_READ_KERNEL);
    }
}
