package io.ringtail.collectors.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** The answers about private flags, energy-efficient Ethernet and receive-side scaling. Pure; never throws. */
final class EthtoolExtras {
    private static final int FLAGS = 2;
    private static final int BITS = 3;
    private static final int BIT_NAME = 2;
    private static final int BIT_VALUE = 3;

    private static final int EEE_ENABLED = 5;
    private static final int EEE_TX_LPI = 6;
    private static final int EEE_TX_LPI_TIMER = 7;

    private static final int RSS_FUNCTION = 3;
    private static final int RSS_TABLE = 4;
    private static final int RSS_KEY = 5;

    private EthtoolExtras() {}

    /** A bit that is off has no value attribute. */
    static Map<String, Boolean> privateFlags(Attributes answer) {
        Map<String, Boolean> flags = new TreeMap<>();
        answer.nest(FLAGS)
                .nest(BITS)
                .nests()
                .forEach(bit -> bit.text(BIT_NAME).ifPresent(name -> flags.put(name, bit.has(BIT_VALUE))));
        return flags;
    }

    static Map<String, Long> eee(Attributes answer) {
        Map<String, Long> values = new TreeMap<>();
        answer.number(EEE_ENABLED).ifPresent(on -> values.put("enabled", on));
        answer.number(EEE_TX_LPI).ifPresent(on -> values.put("tx-lpi", on));
        answer.number(EEE_TX_LPI_TIMER).ifPresent(us -> values.put("tx-lpi-timer", us));
        return values;
    }

    static RssTable rss(Attributes answer) {
        ByteBuffer words = ByteBuffer.wrap(answer.bytes(RSS_TABLE)).order(ByteOrder.nativeOrder());
        List<Integer> queues = new ArrayList<>();
        while (words.remaining() >= Integer.BYTES) {
            queues.add(words.getInt());
        }
        return new RssTable(queues, answer.number(RSS_FUNCTION), sum(answer.bytes(RSS_KEY)));
    }

    private static int sum(byte[] key) {
        CRC32 sum = new CRC32();
        sum.update(key);
        return (int) sum.getValue();
    }
}
