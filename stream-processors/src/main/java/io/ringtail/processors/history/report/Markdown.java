package io.ringtail.processors.history.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A document as GitHub-flavoured Markdown, for issue threads and mails. Source: the GFM specification. Pure. */
final class Markdown {
    private static final Pattern SPECIAL = Pattern.compile("[\\\\`*_|\\[\\]#~]");

    private Markdown() {}

    static String of(List<Block> document) {
        return document.stream().map(Markdown::block).collect(Collectors.joining());
    }

    private static String block(Block block) {
        return switch (block) {
            case Block.Heading heading -> "#".repeat(heading.level()) + " " + escape(heading.text()) + "\n\n";
            case Block.Prose prose -> escape(prose.text()) + "\n\n";
            case Block.Points points ->
                points.items().stream()
                        .map(item -> "- " + escape(item) + "\n")
                        .collect(Collectors.joining("", "", "\n"));
            case Block.Table table -> table(table);
            case Block.Figure figure -> "";
            case Block.Folded folded ->
                "<details><summary>" + escape(folded.title()) + "</summary>\n\n" + of(folded.blocks())
                        + "</details>\n\n";
        };
    }

    private static String table(Block.Table table) {
        String rule = table.columns().stream()
                .map(column -> column.number() ? "--:" : "---")
                .collect(Collectors.joining(" | ", "| ", " |\n"));
        String rows = table.rows().stream().map(Markdown::row).collect(Collectors.joining());
        return row(table.columns().stream().map(Block.Column::name).toList()) + rule + rows + "\n";
    }

    private static String row(List<String> cells) {
        return cells.stream().map(Markdown::escape).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** Text that Markdown shows as it is. */
    static String escape(String text) {
        String plain = text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace('\n', ' ');
        return SPECIAL.matcher(plain).replaceAll("\\\\$0");
    }
}
