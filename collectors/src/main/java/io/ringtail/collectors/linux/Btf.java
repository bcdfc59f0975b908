package io.ringtail.collectors.linux;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The kernel's own description of its types, by which a program finds a member of a structure on whatever kernel runs.
 * Pure: of bytes that are no BTF, or broken, nothing is found. Immutable. Source: Documentation/bpf/btf.rst.
 */
final class Btf {
    static final int STRUCT = 4;
    static final int TYPEDEF = 8;
    static final int FUNC = 12;

    private static final Path KERNEL = Path.of("/sys/kernel/btf/vmlinux");
    private static final int MAGIC = 0xeB9F;
    private static final int UNION = 5;
    private static final int TYPE_BYTES = 12;
    private static final int MEMBER_BYTES = 12;
    private static final int DEPTH = 16;

    // Bytes that follow a type of each kind: fixed, and for each of its vlen elements.
    private static final int[] FIXED = {0, 4, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 4, 0, 0};
    private static final int[] EACH = {0, 0, 0, 0, 12, 12, 8, 0, 0, 0, 0, 0, 0, 8, 0, 12, 0, 0, 0, 12};

    private final ByteBuffer bytes;
    private final int strings;
    private final int[] types;
    private final int count;

    private Btf(ByteBuffer bytes, int strings, int[] types, int count) {
        this.bytes = bytes;
        this.strings = strings;
        this.types = types;
        this.count = count;
    }

    /**
     * Of the running kernel.
     *
     * @throws Errno EOPNOTSUPP if it has none
     */
    static Btf ofKernel() {
        try {
            return parse(Files.readAllBytes(KERNEL));
        } catch (IOException e) {
            throw new Errno(KERNEL + " cannot be read", Errno.EOPNOTSUPP);
        }
    }

    /** Reads the types up to the first that cannot be understood; keeps the bytes. */
    static Btf parse(byte[] raw) {
        ByteBuffer bytes = ByteBuffer.wrap(raw).order(ByteOrder.nativeOrder());
        if (raw.length < 24 || (bytes.getShort(0) & 0xffff) != MAGIC) {
            return new Btf(bytes, raw.length, new int[1], 1);
        }
        long header = bytes.getInt(4) & 0xffffffffL;
        long from = header + (bytes.getInt(8) & 0xffffffffL);
        long to = Math.min(raw.length, from + (bytes.getInt(12) & 0xffffffffL));
        long strings = header + (bytes.getInt(16) & 0xffffffffL);
        return scan(bytes, (int) Math.min(raw.length, from), (int) to, (int) Math.min(raw.length, strings));
    }

    /** The number of the type of this name and kind. */
    OptionalInt find(String name, int kind) {
        byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
        for (int type = 1; type < count; type++) {
            if (kind(type) == kind && isNamed(nameOffset(types[type]), wanted)) {
                return OptionalInt.of(type);
            }
        }
        return OptionalInt.empty();
    }

    /** Where a member lies in a structure, in bytes; dots lead into members, anonymous ones are looked through. */
    OptionalInt offset(String structure, String path) {
        OptionalInt type = find(structure, STRUCT);
        return type.isEmpty() ? type : offset(type.getAsInt(), path.split("\\."), 0, DEPTH);
    }

    /** The size of a structure in bytes. */
    OptionalInt size(String structure) {
        return find(structure, STRUCT).stream()
                .map(type -> bytes.getInt(types[type] + 8))
                .findFirst();
    }

    private static Btf scan(ByteBuffer bytes, int from, int to, int strings) {
        int[] types = new int[Math.max(2, (to - from) / TYPE_BYTES + 2)];
        int count = 1;
        int at = from;
        while (at >= 0 && at + TYPE_BYTES <= to) {
            Optional<Integer> length = length(bytes.getInt(at + 4));
            if (length.isEmpty() || length.get() > to - at) {
                break;
            }
            types[count++] = at;
            at += length.get();
        }
        return new Btf(bytes, strings, types, count);
    }

    private static Optional<Integer> length(int info) {
        int kind = info >>> 24 & 0x1f;
        return kind >= FIXED.length
                ? Optional.empty()
                : Optional.of(TYPE_BYTES + FIXED[kind] + EACH[kind] * (info & 0xffff));
    }

    private OptionalInt offset(int start, String[] path, int step, int depth) {
        int type = structure(start);
        if (type == 0 || depth == 0) {
            return OptionalInt.empty();
        }
        int info = bytes.getInt(types[type] + 4);
        byte[] wanted = path[step].getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < (info & 0xffff); i++) {
            OptionalInt found =
                    member(types[type] + TYPE_BYTES + MEMBER_BYTES * i, info < 0, wanted, path, step, depth);
            if (found.isPresent()) {
                return found;
            }
        }
        return OptionalInt.empty();
    }

    private OptionalInt member(int at, boolean bitfields, byte[] wanted, String[] path, int step, int depth) {
        int name = bytes.getInt(at);
        int bits = bitfields ? bytes.getInt(at + 8) & 0xffffff : bytes.getInt(at + 8);
        boolean here = isNamed(name, wanted);
        if (here && step == path.length - 1) {
            return OptionalInt.of(bits / Byte.SIZE);
        }
        OptionalInt inside = here || isNamed(name, new byte[0])
                ? offset(bytes.getInt(at + 4), path, here ? step + 1 : step, depth - 1)
                : OptionalInt.empty();
        return inside.isEmpty() ? inside : OptionalInt.of(bits / Byte.SIZE + inside.getAsInt());
    }

    /** The structure or union behind typedefs and qualifiers; 0 if it is neither. */
    private int structure(int start) {
        int type = start;
        for (int i = 0; i < DEPTH && type > 0 && type < count; i++) {
            int kind = kind(type);
            if (kind == STRUCT || kind == UNION) {
                return type;
            }
            if (!((kind >= 8 && kind <= 11) || kind == 18)) {
                return 0;
            }
            type = bytes.getInt(types[type] + 8);
        }
        return 0;
    }

    private int kind(int type) {
        return bytes.getInt(types[type] + 4) >>> 24 & 0x1f;
    }

    private int nameOffset(int at) {
        return bytes.getInt(at);
    }

    private boolean isNamed(int name, byte[] wanted) {
        long at = strings + (name & 0xffffffffL);
        if (at + wanted.length >= bytes.capacity() || bytes.get((int) at + wanted.length) != 0) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (bytes.get((int) at + i) != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
