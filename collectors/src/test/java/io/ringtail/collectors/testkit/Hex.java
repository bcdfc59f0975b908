package io.ringtail.collectors.testkit;

import java.util.HexFormat;
import java.util.stream.Collectors;

/** Annotated bytes: hexadecimal, with blanks anywhere and comments from a # to the end of the line. */
public final class Hex {
    private Hex() {}

    /** The bytes of such a text. */
    public static byte[] bytes(String annotated) {
        String digits = annotated
                .lines()
                .map(line -> line.replaceAll("#.*", "").replaceAll("\\s", ""))
                .collect(Collectors.joining());
        return HexFormat.of().parseHex(digits);
    }
}
