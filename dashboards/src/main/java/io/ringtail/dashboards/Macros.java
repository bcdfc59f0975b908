package io.ringtail.dashboards;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A board's SQL as Grafana's PostgreSQL data source sends it: variables in the format {@code sqlstring}, the interval,
 * then the macros. For checks and measurements without a Grafana.
 */
public final class Macros {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([a-z]+):sqlstring}");
    private static final Pattern MACRO = Pattern.compile("\\$([_a-zA-Z0-9]+)\\(([^)]*)\\)");

    private Macros() {}

    /**
     * Expands it.
     *
     * @param variables values by name; one that is missing is empty
     * @param interval a step of the chart
     * @throws IllegalArgumentException if there is a macro that is not known here
     */
    public static String expand(
            String sql, Map<String, String> variables, Instant from, Instant to, Duration interval) {
        String withVariables = VARIABLE.matcher(sql)
                .replaceAll(match -> Matcher.quoteReplacement(
                        "'" + variables.getOrDefault(match.group(1), "").replace("'", "''") + "'"));
        String withInterval = withVariables
                .replace("$__interval_ms", Long.toString(interval.toMillis()))
                .replace("$__interval", interval.toSeconds() + "s");
        return MACRO.matcher(withInterval)
                .replaceAll(match -> Matcher.quoteReplacement(macro(match.group(1), match.group(2), from, to)));
    }

    private static String macro(String name, String argument, Instant from, Instant to) {
        return switch (name) {
            case "__timeFilter" -> argument + " BETWEEN '" + from + "' AND '" + to + "'";
            case "__timeFrom" -> "'" + from + "'";
            case "__timeTo" -> "'" + to + "'";
            default -> throw new IllegalArgumentException("unknown macro " + name);
        };
    }
}
