package io.ringtail.collectors.linux;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes a small BTF; types are numbered from 1 in the order that they are added. */
final class BtfBytes {
    private static final int HEADER = 24;
    private static final int INT = 1;
    private static final int TYPEDEF = 8;

    private final ByteArrayOutputStream types = new ByteArrayOutputStream();
    private final ByteArrayOutputStream strings = new ByteArrayOutputStream();

    BtfBytes() {
        strings.write(0);
    }

    /** A member at an offset in bits. */
    record Member(String name, int type, int bits) {}

    BtfBytes integer(String name) {
        return words(name(name), INT << 24, 4, 32);
    }

    BtfBytes typedef(String name, int type) {
        return words(name(name), TYPEDEF << 24, type);
    }

    BtfBytes structure(String name, int bytes, Member... members) {
        words(name(name), Btf.STRUCT << 24 | members.length, bytes);
        for (Member member : members) {
            words(name(member.name), member.type, member.bits);
        }
        return this;
    }

    byte[] bytes() {
        // struct btf_header { u16 magic; u8 version, flags; u32 hdr_len, type_off, type_len, str_off, str_len; }
        return ByteBuffer.allocate(HEADER + types.size() + strings.size())
                .order(ByteOrder.nativeOrder())
                .putShort((short) 0xeb9f)
                .putShort((short) 1)
                .putInt(HEADER)
                .putInt(0)
                .putInt(types.size())
                .putInt(types.size())
                .putInt(strings.size())
                .put(types.toByteArray())
                .put(strings.toByteArray())
                .array();
    }

    private int name(String name) {
        int at = name.isEmpty() ? 0 : strings.size();
        if (at > 0) {
            strings.writeBytes((name + "\0").getBytes(StandardCharsets.UTF_8));
        }
        return at;
    }

    private BtfBytes words(int... words) {
        ByteBuffer bytes = ByteBuffer.allocate(words.length * 4).order(ByteOrder.nativeOrder());
        for (int word : words) {
            bytes.putInt(word);
        }
        types.writeBytes(bytes.array());
        return this;
    }
}
