package io.ringtail.collectors.probe;

import io.ringtail.schemas.record.ProbeKind;
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
    private static final int MAX_SESSIONS = 200;
    private static final int PING_BYTES = 56;
    private static final int MIN_PING_BYTES = 16;
    private static final Map<String, ProbeKind> SCHEMES =
            Map.of("udp", ProbeKind.UDP_RR, "tcp", ProbeKind.TCP_RR, "icmp", ProbeKind.ICMP);
    private static final Set<String> KEYS = Set.of(
            "size",
            "response",
            "flows",
            "rate",
            "loop",
            "timeout",
            "name",
            "spin",
            "busypoll",
            "preferbusypoll",
            "budget",
            "cpu",
            "fifo",
            "dscp",
            "port",
            "stamps");

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

    /** Payload of requests and replies where none is given: that of the tool which its users know. */
    static int defaultBytes(ProbeKind kind) {
        return kind == ProbeKind.ICMP ? PING_BYTES : Datagrams.MIN_BYTES;
    }

    private ProbeSpec read(String target) {
        URI uri = uri(target);
        ProbeKind kind = SCHEMES.get(uri.getScheme());
        if (kind == null) {
            faults.add("it must begin with udp://, tcp:// or icmp://");
            kind = ProbeKind.UDP_RR;
        }
        String host = uri.getHost() == null ? "" : uri.getHost().replaceAll("^\\[|]$", "");
        if (host.isEmpty()) {
            faults.add("it names no host");
        }
        readOptions(uri.getQuery());
        return spec(kind, host, port(kind, uri.getPort()));
    }

    private int port(ProbeKind kind, int given) {
        if (kind == ProbeKind.ICMP) {
            if (given >= 0) {
                faults.add("ICMP has no ports");
            }
            return 0;
        }
        int port = given < 0 ? ReflectorConfig.DEFAULT_PORT : given;
        if (port < 1 || port > 65535) {
            faults.add("port " + port + " is not between 1 and 65535");
        }
        return port;
    }

    private ProbeSpec spec(ProbeKind kind, String host, int port) {
        Schedule schedule = loop(options.getOrDefault("loop", "open"));
        if (schedule == Schedule.CLOSED && options.containsKey("rate")) {
            faults.add("rate and loop=closed exclude each other: a closed loop has no schedule");
        }
        int size = size("size", kind, defaultBytes(kind));
        int response = size("response", kind, size);
        if (response != size && kind != ProbeKind.TCP_RR) {
            faults.add("response is for tcp:// only: other replies are as long as their requests");
        }
        int flows = number("flows", 1, 1, MAX_SESSIONS);
        if (flows > 1 && (kind == ProbeKind.ICMP || schedule == Schedule.PACED)) {
            faults.add("flows cannot be more than 1 for icmp:// or loop=paced");
        }
        int rate = number("rate", kind == ProbeKind.ICMP ? 10 : ProbeSpec.DEFAULT_RATE, 1, MAX_RATE);
        return new ProbeSpec(
                options.getOrDefault("name", name(kind, host, port, size)),
                kind,
                host,
                port,
                size,
                response,
                flows,
                schedule,
                rate,
                duration("timeout", ProbeSpec.DEFAULT_TIMEOUT, Duration.ofMillis(1), Duration.ofSeconds(10)),
                duration("spin", ProbeSpec.DEFAULT_SPIN, Duration.ZERO, Duration.ofMillis(100)),
                new Polling(
                        number("busypoll", -1, 0, 1_000_000),
                        number("preferbusypoll", 0, 0, 1) == 1,
                        number("budget", 0, 1, 65_535)),
                number("dscp", 0, 0, 63),
                number("port", 0, 1, 65_535 - flows + 1),
                new Placement(cpus(), number("fifo", 0, 1, 99)),
                stampEvery(kind, schedule == Schedule.CLOSED ? ProbeSpec.DEFAULT_RATE : rate));
    }

    private int stampEvery(ProbeKind kind, int rate) {
        String value = options.get("stamps");
        if (value == null) {
            return ProbeSpec.defaultStampEvery(kind, rate);
        }
        if (kind == ProbeKind.UDP_RR && value.equals("0")) {
            return 0;
        }
        if (kind != ProbeKind.UDP_RR) {
            faults.add("stamps is for udp:// only");
        }
        return number("stamps", 0, 2, 1_000_000);
    }

    private static String name(ProbeKind kind, String host, int port, int size) {
        String target = switch (kind) {
            case UDP_RR, XSK_RR -> host + ":" + port;
            case TCP_RR -> "tcp:" + host + ":" + port;
            case ICMP -> "icmp:" + host;
        };
        return target + (size == defaultBytes(kind) ? "" : "/" + size);
    }

    private int size(String key, ProbeKind kind, int otherwise) {
        return switch (kind) {
            case TCP_RR -> number(key, otherwise, 1, TcpFrames.MAX_BYTES);
            case ICMP -> number(key, otherwise, MIN_PING_BYTES, Datagrams.MAX_BYTES);
            case UDP_RR, XSK_RR -> number(key, otherwise, Datagrams.MIN_BYTES, Datagrams.MAX_BYTES);
        };
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
            case "paced" -> Schedule.PACED;
            default -> {
                faults.add("loop '" + value + "' is none of open, closed, paced");
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
