package io.ringtail.standalone.cli;

import io.ringtail.processors.history.DetailedReport;
import io.ringtail.processors.history.HistoryQueries;
import io.ringtail.processors.history.TimeRange;
import io.ringtail.processors.history.report.ReportForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** All that the history tells of a range of time. */
@Command(
        name = "report",
        description = "Report a range of time: each path's percentiles (from merged histograms), losses and CPU, its"
                + " settings side by side, what changes did, where a round trip goes, and what is missing.")
final class ReportCommand extends HistoryOptions {
    @Option(
            names = "--format",
            paramLabel = "FORM",
            description = "text, json, csv (the curves), markdown or html (default text; --json is --format json).")
    private ReportForm form;

    @Option(names = "--out", paramLabel = "FILE", description = "Write to a file instead of the terminal.")
    private Path out;

    @Option(
            names = "--step",
            paramLabel = "TIME",
            description = "Length of the curves' steps: 10s, 1m, 1h (default: about 240 steps).")
    private String step;

    @Option(
            names = "--path",
            paramLabel = "TEXT",
            description = "Only paths with this id, or with this in their label.")
    private String path = "";

    @Override
    public Integer call() {
        if (json && form != null && form != ReportForm.JSON) {
            throw usage("--json and --format " + name(form) + " contradict each other: leave one out");
        }
        ReportForm chosen = json ? ReportForm.JSON : form == null ? ReportForm.TEXT : form;
        Optional<Duration> length = Optional.ofNullable(step).map(text -> duration("--step", text));
        return ask(queries -> range -> {
            String report = chosen.write(details(queries, range, length));
            return out == null ? report : written(report);
        });
    }

    private DetailedReport details(HistoryQueries queries, TimeRange range, Optional<Duration> length) {
        try {
            return queries.details(range, path, length);
        } catch (IllegalArgumentException e) {
            throw usage("--step: " + e.getMessage());
        }
    }

    private static String name(ReportForm form) {
        return form.name().toLowerCase(Locale.ROOT);
    }

    private String written(String text) {
        try {
            Files.writeString(out, text, StandardCharsets.UTF_8);
            return "written to " + out;
        } catch (NoSuchFileException e) {
            throw usage("--out " + out + ": there is no such directory; make it first");
        } catch (IOException e) {
            throw usage("--out " + out + " cannot be written: " + e.getMessage());
        }
    }
}
