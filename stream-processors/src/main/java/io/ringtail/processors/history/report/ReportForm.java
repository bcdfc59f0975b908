package io.ringtail.processors.history.report;

import io.ringtail.processors.history.DetailedReport;

/** Forms that a report is written in. Pure, thread safe. */
public enum ReportForm {
    /** For a terminal of 100 columns. */
    TEXT,
    /** Everything, by the names of the records' fields; what is absent is null. */
    JSON,
    /** The curves alone: a row for each path and step. */
    CSV,
    /** GitHub-flavoured. */
    MARKDOWN,
    /** One page that needs nothing else, with pictures. */
    HTML;

    /** A report in this form. */
    public String write(DetailedReport report) {
        return switch (this) {
            case TEXT -> PlainText.of(ReportDocument.of(report));
            case JSON -> ReportJson.of(report);
            case CSV -> CurveCsv.of(report);
            case MARKDOWN -> Markdown.of(ReportDocument.of(report));
            case HTML -> Html.of(ReportDocument.title(report), ReportDocument.of(report));
        };
    }
}
