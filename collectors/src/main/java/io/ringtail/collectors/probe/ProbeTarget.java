package io.ringtail.collectors.probe;

import io.ringtail.schemas.record.Schedule;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one target; collects its faults. Used once. */
final class ProbeTarget {
    static final int MAX_RATE = 200_000;
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(us|ms|s)");
    private static final Set<String> KEYS =
            Set.of("size", "rate", "loop", "timeout", "name", "spin", "busypoll", "cpu", "fifo", "dscp");

    private final List<String> faults = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();

    private ProbeTarget() {}

    static ProbeSpec parse(String target) {
        ProbeTarget parser = new ProbeTarget();
        ProbeSpec spec = parser.read(target);
        if (!parser.faults.isEmpty()) {
            throw new IllegalArgumentException("probe '" + target + "': " + String.join("; ", parser.faults)
                    + ". Example: udp://192.168.7.2:" + ReflectorConfig.DEFAULT_PORT + "?size=400&rate=2000&loop=open");
        }
        return spec;
    }

    private ProbeSpec read(String target) {
        URI uri = uri(target);
        if (!"udp".equals(uri.getScheme())) {
            faults.add("it must begin with udp://");
        }
        String host = uri.getHost() == null ? "" : uri.getHost().replaceAll("^\\[|]$", "");
        if (host.isEmpty()) {
            faults.add("it names no host");
        }
        int port = uri.getPort() < 0 ? ReflectorConfig.DEFAULT_PORT : uri.getPort();
        if (port < 1 || port > 65535) {
            faults.add("port " + port + " is not between 1 and 65535");
        }
        readOptions(uri.getQuery());
        return spec(host, port);
    }

    private ProbeSpec spec(String host, int port) {
        Schedule schedule = loop(options.getOrDefault("loop", "open"));
        if (schedule == Schedule.CLOSED && options.containsKey("rate")) {
            faults.add("rate and loop=closed exclude each other: a closed loop has no schedule");
        }
        int size = number("size", Datagrams.MIN_BYTES, Datagrams.MIN_BYTES, Datagrams.MAX_BYTES);
        return new ProbeSpec(
                options.getOrDefault("name", host + ":" + port + (size == Datagrams.MIN_BYTES ? "" : "/" + size)),
                host,
                port,
                size,
                schedule,
                number("rate", ProbeSpec.DEFAULT_RATE, 1, MAX_RATE),
                duration("timeout", ProbeSpec.DEFAULT_TIMEOUT, Duration.ofMillis(1), Duration.ofSeconds(10)),
                duration("spin", ProbeSpec.DEFAULT_SPIN, Duration.ZERO, Duration.ofMillis(100)),
                number("busypoll", -1, 0, 1_000_000),
                number("dscp", 0, 0, 63),
                new Placement(cpus(), number("fifo", 0, 1, 99)));
    }

    private URI uri(String target) {
        try {
            return new URI(target);
        } catch (URISyntaxException e) {
            faults.add("it is not a URI: " + e.getReason());
            return URI.create("udp://host");
        }
    }

    private void readOptions(String query) {
        for (String option : query == null ? new String[0] : query.split("&", -1)) {
            int equals = option.indexOf('=');
            String key = equals < 0 ? option : option.substring(0, equals);
            if (!KEYS.contains(key)) {
                faults.add("unknown option '" + key + "' (there are "
                        + String.join(", ", KEYS.stream().sorted().toList()) + ")");
            } else if (equals < 0 || equals == option.length() - 1) {
                faults.add(key + " has no value");
            } else if (options.put(key, option.substring(equals + 1)) != null) {
                faults.add(key + " stands twice");
            }
        }
    }

    private Schedule loop(String value) {
        return switch (value) {
            case "open" -> Schedule.OPEN;
            case "closed" -> Schedule.CLOSED;
            default -> {
                faults.add("loop '" + value + "' is neither open nor closed");
                yield Schedule.OPEN;
            }
        };
    }

    private int number(String key, int otherwise, int least, int most) {
        String value = options.get(key);
        if (value == null) {
            return otherwise;
        }
        long number = value.matches("\\d{1,9}") ? Long.parseLong(value) : -1;
        if (number < least || number > most) {
            faults.add(key + " '" + value + "' is not a whole number from " + least + " to " + most);
            return otherwise;
        }
        return (int) number;
    }

    private Duration duration(String key, Duration otherwise, Duration least, Duration most) {
        String value = options.get(key);
        if (value == null) {
            return otherwise;
        }
        Matcher match = DURATION.matcher(value);
        Duration duration = match.matches() ? duration(Long.parseLong(match.group(1)), match.group(2)) : null;
        if (duration == null || duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
            faults.add(key + " '" + value + "' is not a duration such as 30us, 500ms or 1s, of at most "
                    + most.toMillis() + "ms");
            return otherwise;
        }
        return duration;
    }

    private static Duration duration(long amount, String unit) {
        return switch (unit) {
            case "us" -> Duration.ofNanos(amount * 1000);
            case "ms" -> Duration.ofMillis(amount);
            default -> Duration.ofSeconds(amount);
        };
    }

    private String cpus() {
        String list = options.getOrDefault("cpu", "");
        try {
            if (!list.isEmpty()) {
                Placement.parse(list);
            }
        } catch (IllegalArgumentException e) {
            faults.add("cpu " + e.getMessage());
        }
        return list;
    }
}
