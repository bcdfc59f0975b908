package io.ringtail.standalone;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes what is printed and logs it line by line. Thread safe. */
final class PrintedLines extends OutputStream {
    private static final Logger LOG = LoggerFactory.getLogger("printed");

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public synchronized void write(int b) {
        if (b != '\n') {
            line.write(b);
            return;
        }
        String text = line.toString(StandardCharsets.UTF_8).stripTrailing();
        line.reset();
        if (!text.isEmpty()) {
            LOG.warn("{}", text);
        }
    }
}
