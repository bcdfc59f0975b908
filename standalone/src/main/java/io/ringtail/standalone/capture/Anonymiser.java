package io.ringtail.standalone.capture;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;

/**
 * Replaces addresses (IPv4, IPv6, Ethernet) in all texts of a record, and names of processes, by hashes: the same address
 * by the same one, so that what belonged together still does. The salt is random and forgotten with this object, so that
 * nobody can find an address by trying all. Owned by one thread.
 */
final class Anonymiser {
    private static final Set<String> PROCESS_FIELDS = Set.of("process", "processName", "comm", "command");
    private static final Pattern ADDRESS = Pattern.compile(
            "(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?!\\.?\\w)"
                    + "|(?<![\\w:])(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}(?![\\w:])"
                    + "|(?<![\\w:.])(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}(?![\\w:])"
                    + "|(?<![\\w:.])(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4})*)?::(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4})*)?(?![\\w:])");
    private static final int DIGITS = 10;

    private final byte[] salt = new byte[32];
    private final Map<String, String> known = new HashMap<>();

    Anonymiser() {
        new SecureRandom().nextBytes(salt);
    }

    Captured of(Captured captured) {
        if (captured.value() != null) {
            walk(captured.value());
        }
        byte[] key = text(new String(captured.key(), StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        SpecificRecord value = captured.value();
        return new Captured(captured.topic(), key, captured.timestampMs(), captured.number(), value);
    }

    /** A text without its addresses. */
    String text(String text) {
        return ADDRESS.matcher(text).replaceAll(match -> hash("address-", match.group()));
    }

    private void walk(IndexedRecord record) {
        for (Schema.Field field : record.getSchema().getFields()) {
            Object value = record.get(field.pos());
            Object replaced = PROCESS_FIELDS.contains(field.name()) && value instanceof CharSequence
                    ? hash("process-", value.toString())
                    : replaced(value);
            if (replaced != value) {
                record.put(field.pos(), replaced);
            }
        }
    }

    private Object replaced(Object value) {
        return switch (value) {
            case IndexedRecord record -> {
                walk(record);
                yield record;
            }
            case CharSequence text -> {
                String clean = text(text.toString());
                yield clean.contentEquals(text) ? value : clean;
            }
            case List<?> list
            when !list.isEmpty()
                    && (list.getFirst() instanceof IndexedRecord || list.getFirst() instanceof CharSequence) ->
                list.stream().map(this::replaced).toList();
            case null, default -> value;
        };
    }

    private String hash(String prefix, String secret) {
        return known.computeIfAbsent(prefix + secret, all -> prefix + digest(all));
    }

    private String digest(String text) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(salt);
            byte[] hash = sha.digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
