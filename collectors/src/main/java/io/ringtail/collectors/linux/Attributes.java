package io.ringtail.collectors.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The attributes of a netlink message or of a nest. Pure: any bytes give the attributes that could be read and, where
 * something could not, a named problem, which a nest shares with its message. Used by one thread. Numbers are in the
 * machine's byte order, unsigned, 1, 2, 4 or 8 bytes long (64 bits keep their bits).
 */
final class Attributes {
    private final List<Attribute> all = new ArrayList<>();
    private final List<String> problems;

    private Attributes(List<String> problems) {
        this.problems = problems;
    }

    /** The attributes in the bytes from an offset to the end. */
    static Attributes parse(byte[] bytes, int from) {
        Attributes parsed = new Attributes(new ArrayList<>());
        parsed.read(bytes, Math.min(from, bytes.length));
        if (from > bytes.length) {
            parsed.problems.add(bytes.length + " bytes, shorter than the fixed part of " + from);
        }
        return parsed;
    }

    /** All of them, in order. */
    List<Attribute> all() {
        return all;
    }

    /** The first thing that could not be understood here or in a nest that was looked into. */
    Optional<String> problem() {
        return problems.stream().findFirst();
    }

    boolean has(int type) {
        return find(type).isPresent();
    }

    /** An unsigned number. */
    OptionalLong number(int type) {
        Optional<Attribute> found = find(type);
        return found.isPresent() ? number(found.get()) : OptionalLong.empty();
    }

    /** A text, up to its first NUL. */
    Optional<String> text(int type) {
        return find(type).map(attribute -> text(attribute.value()));
    }

    /** The bytes of an attribute; none if it is absent. */
    byte[] bytes(int type) {
        return find(type).map(Attribute::value).orElse(new byte[0]);
    }

    /** The attributes inside of an attribute; none if it is absent. */
    Attributes nest(int type) {
        Attributes inner = new Attributes(problems);
        inner.read(bytes(type), 0);
        return inner;
    }

    /** The nests inside of this one, whatever their types: an array. */
    List<Attributes> nests() {
        return all.stream().map(this::nested).toList();
    }

    private Attributes nested(Attribute attribute) {
        Attributes inner = new Attributes(problems);
        inner.read(attribute.value(), 0);
        return inner;
    }

    private Optional<Attribute> find(int type) {
        return all.stream().filter(attribute -> attribute.type() == type).findFirst();
    }

    private OptionalLong number(Attribute attribute) {
        ByteBuffer value = ByteBuffer.wrap(attribute.value()).order(ByteOrder.nativeOrder());
        return switch (value.remaining()) {
            case 1 -> OptionalLong.of(value.get() & 0xffL);
            case 2 -> OptionalLong.of(value.getShort() & 0xffffL);
            case 4 -> OptionalLong.of(value.getInt() & 0xffffffffL);
            case 8 -> OptionalLong.of(value.getLong());
            default -> {
                problems.add("attribute " + attribute.type() + " has " + value.remaining() + " bytes, not a number's");
                yield OptionalLong.empty();
            }
        };
    }

    private static String text(byte[] value) {
        int end = 0;
        while (end < value.length && value[end] != 0) {
            end++;
        }
        return new String(value, 0, end, StandardCharsets.UTF_8);
    }

    private void read(byte[] bytes, int from) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        int at = from;
        while (at + Attribute.HEADER_BYTES <= bytes.length) {
            int length = buffer.getShort(at) & 0xffff;
            if (length < Attribute.HEADER_BYTES || at + length > bytes.length) {
                problems.add("attribute at byte " + at + " of " + bytes.length + " says that it has " + length);
                return;
            }
            add(buffer, at, length);
            at += Attribute.aligned(length);
        }
        if (at < bytes.length) {
            problems.add((bytes.length - at) + " bytes after the last attribute");
        }
    }

    private void add(ByteBuffer buffer, int at, int length) {
        byte[] value = new byte[length - Attribute.HEADER_BYTES];
        buffer.get(at + Attribute.HEADER_BYTES, value);
        all.add(new Attribute(buffer.getShort(at + 2) & Attribute.TYPE_MASK, value));
    }
}
