package io.ringtail.collectors.driver;

import io.ringtail.schemas.record.Direction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A section of a names file. Filled by {@link DriverNames} while it reads the file, immutable afterwards. */
final class Section {
    private static final String NOT_PUBLISHED = "-";

    private final Scope scope;
    private final Direction direction;
    private final List<Shape> shapes = new ArrayList<>();
    private final Map<String, Canonical> names = new HashMap<>();
    private final List<String> heads = new ArrayList<>();

    private Section(Scope scope, Direction direction) {
        this.scope = scope;
        this.direction = direction;
    }

    private record Shape(NamePattern pattern, Optional<Canonical> canonical) {}

    private record Canonical(String name, boolean part) {
        static Canonical of(String text) {
            return text.startsWith("+") ? new Canonical(text.substring(1), true) : new Canonical(text, false);
        }

        boolean published() {
            return !name.equals(NOT_PUBLISHED);
        }
    }

    /** A section by its head: device, rx, tx xdp, combined ring ... */
    static Section of(String head) {
        if (head.equals("device")) {
            return new Section(Scope.DEVICE, Direction.OTHER);
        }
        String[] words = head.split(" ", 2);
        String scope =
                words.length == 1 ? "QUEUE" : words[1].toUpperCase(Locale.ROOT).replace('-', '_');
        return new Section(Scope.valueOf(scope), Direction.valueOf(words[0].toUpperCase(Locale.ROOT)));
    }

    /** Adds a line: a pattern, a name, or the line after which names of the next queue stand. */
    void add(String line) {
        if (line.startsWith("after ")) {
            heads.add(line.substring("after ".length()));
            return;
        }
        String[] sides = line.split(" = ", 2);
        Optional<Canonical> canonical =
                sides.length == 2 ? Optional.of(Canonical.of(sides[1].strip())) : Optional.empty();
        String name = sides[0].strip();
        if (NamePattern.is(name)) {
            shapes.add(new Shape(new NamePattern(name), canonical));
        } else {
            names.put(name, canonical.orElse(new Canonical(name, false)));
        }
    }

    Scope scope() {
        return scope;
    }

    /** Whether this line begins a queue of this section. */
    boolean beginsWith(String name) {
        return heads.contains(name);
    }

    /** What a name is by the patterns. */
    Optional<Statistic> match(String name) {
        for (Shape shape : shapes) {
            Optional<NamePattern.Match> match = shape.pattern.match(name);
            if (match.isPresent()) {
                String rest = match.get().rest();
                return Optional.of(statistic(match.get().number(), rest, shape.canonical.or(() -> named(rest))));
            }
        }
        return Optional.empty();
    }

    /** What a name of a queue's list is. */
    Statistic listed(int number, String name) {
        return statistic(number, name, named(name));
    }

    /** What a name of the device is; absent where the file does not name it. */
    Optional<Statistic> exact(String name) {
        return named(name).map(canonical -> statistic(0, name, Optional.of(canonical)));
    }

    /** All canonical names, for checks. */
    List<String> canonicalNames() {
        List<String> all = new ArrayList<>();
        names.values().forEach(canonical -> all.add(canonical.name));
        shapes.forEach(shape -> shape.canonical.ifPresent(canonical -> all.add(canonical.name)));
        all.removeIf(NOT_PUBLISHED::equals);
        return all;
    }

    private Optional<Canonical> named(String name) {
        return Optional.ofNullable(names.get(name));
    }

    private Statistic statistic(int number, String name, Optional<Canonical> canonical) {
        return new Statistic(
                scope,
                direction,
                number,
                name,
                canonical.filter(Canonical::published).map(Canonical::name),
                canonical.filter(Canonical::part).isPresent());
    }
}
