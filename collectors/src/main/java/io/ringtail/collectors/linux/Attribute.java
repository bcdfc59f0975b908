package io.ringtail.collectors.linux;

/** One attribute of a netlink message: its type without the nested and byte-order flags, and its bytes without padding. */
final class Attribute {
    /** Length of {@code struct nlattr}: a 16-bit length that includes it, and a 16-bit type. */
    static final int HEADER_BYTES = 4;

    static final int NESTED = 0x8000;
    static final int TYPE_MASK = 0x3fff;

    private final int type;
    private final byte[] value;

    Attribute(int type, byte[] value) {
        this.type = type;
        this.value = value;
    }

    int type() {
        return type;
    }

    byte[] value() {
        return value;
    }

    /** Length with padding to the next multiple of four. */
    static int aligned(int bytes) {
        return (bytes + 3) & ~3;
    }
}
