package io.ringtail.processors.history.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.ringtail.processors.history.CurvePoint;
import io.ringtail.processors.history.DetailedReport;
import io.ringtail.processors.history.PathReport;
import io.ringtail.processors.history.PercentileValue;
import io.ringtail.processors.history.TextUnits;
import io.ringtail.processors.history.TimeRange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Curves of a report as CSV (RFC 4180 with newlines of Unix); what is absent is empty. Pure. */
final class CurveCsv {
    private static final long NS_PER_S = 1_000_000_000;
    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 95.0, 99.0, 99.9);
    private static final Map<String, Function<CurvePoint, Object>> COLUMNS = columns();

    private CurveCsv() {}

    private static Map<String, Function<CurvePoint, Object>> columns() {
        Map<String, Function<CurvePoint, Object>> columns = new LinkedHashMap<>();
        columns.put("path_id", of(PathReport::pathId));
        columns.put("label", of(PathReport::label));
        columns.put("start", point -> TimeRange.instant(point.startEpochNs()).toString());
        columns.put("length_s", point -> point.lengthNs() / NS_PER_S);
        columns.put("windows", of(PathReport::windows));
        columns.put("sent", of(PathReport::sent));
        columns.put("received", of(PathReport::received));
        columns.put("lost", of(PathReport::lost));
        columns.put("duplicated", of(PathReport::duplicated));
        columns.put("late", of(PathReport::late));
        columns.put("reordered", of(PathReport::reordered));
        columns.put("flagged", of(PathReport::flagged));
        columns.put("min_ns", of(PathReport::minNs));
        for (double percent : PERCENTILES) {
            columns.put(
                    TextUnits.percentile(percent).replace('.', '_') + "_ns",
                    of(report -> PercentileValue.valueNs(report.percentiles(), percent)));
        }
        columns.put("max_ns", of(PathReport::maxNs));
        columns.put("mean_ns", of(PathReport::meanNs));
        columns.put("transactions_per_s", of(PathReport::tps));
        columns.put("prober_busy_ns_per_transaction", of(PathReport::proberBusyNsPerTx));
        columns.put("responder_busy_ns_per_transaction", of(PathReport::responderBusyNsPerTx));
        return columns;
    }

    private static Function<CurvePoint, Object> of(Function<PathReport, Object> column) {
        return point -> column.apply(point.report());
    }

    static String of(DetailedReport report) {
        CsvSchema.Builder schema = CsvSchema.builder().setUseHeader(true);
        COLUMNS.keySet().forEach(schema::addColumn);
        List<Map<String, Object>> rows = report.paths().stream()
                .flatMap(path -> path.curve().stream())
                .map(CurveCsv::row)
                .toList();
        try {
            return new CsvMapper().writer(schema.build()).writeValueAsString(rows);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write as CSV: " + e.getMessage(), e);
        }
    }

    private static Map<String, Object> row(CurvePoint point) {
        Map<String, Object> row = new LinkedHashMap<>();
        COLUMNS.forEach((name, value) -> row.put(name, value.apply(point)));
        return row;
    }
}
