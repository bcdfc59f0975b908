package io.ringtail.collectors.linux;

import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;

/** The answers about features: names by bit, and the bit sets in their compact form. Pure. */
final class EthtoolFeatures {
    private static final int STRINGSETS = 2;
    private static final int STRINGS = 3;
    private static final int STRING_INDEX = 1;
    private static final int STRING_VALUE = 2;
    private static final int CHANGEABLE = 2;
    private static final int ACTIVE = 4;
    private static final int NEVER_CHANGED = 5;
    private static final int BITSET_VALUE = 4;

    private EthtoolFeatures() {}

    /** The names of a string set, by index. */
    static Map<Integer, String> names(Attributes answer) {
        Map<Integer, String> names = new TreeMap<>();
        answer.nest(STRINGSETS)
                .nests()
                .forEach(set -> set.nest(STRINGS)
                        .nests()
                        .forEach(text -> text.number(STRING_INDEX)
                                .ifPresent(index -> names.put(
                                        (int) index, text.text(STRING_VALUE).orElse("")))));
        names.values().removeIf(String::isEmpty);
        return names;
    }

    /** The features that have a name. */
    static Map<String, Feature> decode(Attributes answer, Map<Integer, String> names) {
        byte[] changeable = answer.nest(CHANGEABLE).bytes(BITSET_VALUE);
        byte[] active = answer.nest(ACTIVE).bytes(BITSET_VALUE);
        byte[] never = answer.nest(NEVER_CHANGED).bytes(BITSET_VALUE);
        Map<String, Feature> features = new TreeMap<>();
        names.forEach((bit, name) -> {
            if (bit < active.length * Byte.SIZE) {
                features.put(name, new Feature(set(active, bit), !set(changeable, bit) || set(never, bit)));
            }
        });
        return features;
    }

    /** A bit of a set that is an array of 32-bit words in the machine's order. */
    private static boolean set(byte[] words, int bit) {
        boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        int octet = little ? bit / Byte.SIZE : (bit / Byte.SIZE) ^ 3;
        return octet < words.length && (words[octet] >> (bit % Byte.SIZE) & 1) != 0;
    }
}
