package io.ringtail.collectors.linux;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Assembles a small BPF program. Registers are R0 to R10 as the kernel numbers them. Pure; used by one thread. Source:
 * Documentation/bpf/standardization/instruction-set.rst.
 */
final class BpfAssembler {
    static final int R0 = 0;
    static final int R1 = 1;
    static final int R2 = 2;
    static final int R3 = 3;
    static final int R4 = 4;
    static final int R6 = 6;
    static final int R7 = 7;
    static final int R8 = 8;
    static final int R9 = 9;
    static final int FRAME = 10;

    private static final int MOVE_REGISTER = 0xbf;
    private static final int MOVE = 0xb7;
    private static final int ADD = 0x07;
    private static final int ADD_REGISTER = 0x0f;
    private static final int CALL = 0x85;
    private static final int EXIT = 0x95;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int JUMP_IF_OTHER = 0x55;
    private static final int JUMP_IF_OTHER_32 = 0x56;
    private static final int JUMP_IF_AT_MOST = 0xb5;
    private static final int JUMP_IF_BELOW = 0xa5;
    private static final int LOAD_MAP = 0x18;
    private static final int PSEUDO_MAP = 1;

    private final List<Long> instructions = new ArrayList<>();
    private final List<Integer> toTheEnd = new ArrayList<>();

    BpfAssembler move(int to, int from) {
        return add(MOVE_REGISTER, to, from, 0, 0);
    }

    BpfAssembler set(int register, int value) {
        return add(MOVE, register, 0, 0, value);
    }

    BpfAssembler plus(int register, int value) {
        return add(ADD, register, 0, 0, value);
    }

    /** {@code to += from}. */
    BpfAssembler add(int to, int from) {
        return add(ADD_REGISTER, to, from, 0, 0);
    }

    /** {@code to = *(u64 *) (from + offset)}. */
    BpfAssembler load64(int to, int from, int offset) {
        return add(0x79, to, from, offset, 0);
    }

    /** {@code to = *(u32 *) (from + offset)}. */
    BpfAssembler load32(int to, int from, int offset) {
        return add(0x61, to, from, offset, 0);
    }

    /** {@code to = *(u16 *) (from + offset)}. */
    BpfAssembler load16(int to, int from, int offset) {
        return add(0x69, to, from, offset, 0);
    }

    /** {@code *(u32 *) (to + offset) = from}. */
    BpfAssembler store32(int to, int offset, int from) {
        return add(0x63, to, from, offset, 0);
    }

    /** {@code *(u64 *) (to + offset) = from}. */
    BpfAssembler store64(int to, int offset, int from) {
        return add(0x7b, to, from, offset, 0);
    }

    /** {@code *(u64 *) (to + offset) = 0}. */
    BpfAssembler clear64(int to, int offset) {
        return add(0x7a, to, 0, offset, 0);
    }

    BpfAssembler call(int helper) {
        return add(CALL, 0, 0, 0, helper);
    }

    /** Loads the address of a map. */
    BpfAssembler map(int to, int descriptor) {
        add(LOAD_MAP, to, PSEUDO_MAP, 0, descriptor);
        return add(0, 0, 0, 0, 0);
    }

    /** Ends the program if a register has this value. */
    BpfAssembler endIf(int register, int value) {
        toTheEnd.add(instructions.size());
        return add(JUMP_IF_EQUAL, register, 0, 0, value);
    }

    /** Ends the program unless a register has this value. */
    BpfAssembler endUnless(int register, int value) {
        toTheEnd.add(instructions.size());
        return add(JUMP_IF_OTHER, register, 0, 0, value);
    }

    /** Ends the program unless the lower half of a register has this value. */
    BpfAssembler endUnless32(int register, int value) {
        toTheEnd.add(instructions.size());
        return add(JUMP_IF_OTHER_32, register, 0, 0, value);
    }

    /** What {@code body} adds is done only if a register is 0. */
    BpfAssembler ifZero(int register, Consumer<BpfAssembler> body) {
        int jump = instructions.size();
        add(JUMP_IF_OTHER, register, 0, 0, 0);
        body.accept(this);
        instructions.set(jump, instructions.get(jump) | (long) (instructions.size() - jump - 1) << 16);
        return this;
    }

    /** Adds to one register if another is at least this, unsigned. */
    BpfAssembler plusIfAtLeast(int to, int value, int register, int least) {
        return add(JUMP_IF_BELOW, register, 0, 1, least).plus(to, value);
    }

    /** A register is at most this, unsigned. */
    BpfAssembler limit(int register, int most) {
        add(JUMP_IF_AT_MOST, register, 0, 1, most);
        return set(register, most);
    }

    /** The program, which ends by returning 0. */
    long[] program() {
        int end = instructions.size();
        set(R0, 0).add(EXIT, 0, 0, 0, 0);
        for (int jump : toTheEnd) {
            instructions.set(jump, instructions.get(jump) | (long) (end - jump - 1) << 16);
        }
        return instructions.stream().mapToLong(Long::longValue).toArray();
    }

    // struct bpf_insn { u8 code; u8 dst:4, src:4; s16 off; s32 imm; }, of a little-endian machine
    private BpfAssembler add(int code, int destination, int source, int offset, int immediate) {
        instructions.add((code & 0xffL)
                | (long) destination << 8
                | (long) source << 12
                | (offset & 0xffffL) << 16
                | (long) immediate << 32);
        return this;
    }
}
