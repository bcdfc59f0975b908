package io.ringtail.processors.history.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/** A document as one page of HTML that needs nothing else: no script, no picture, no font from elsewhere. Pure. */
final class Html {
    private final Markup out;

    private Html(Markup out) {
        this.out = out;
    }

    static String of(String title, List<Block> document) {
        return Markup.page(out -> new Html(out).page(title, document));
    }

    private void page(String title, List<Block> document) {
        out.element(
                "html",
                () -> {
                    out.element("head", () -> {
                        out.empty("meta", "charset", "utf-8");
                        out.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
                        out.text("title", title);
                        out.text("style", style());
                    });
                    out.element("body", () -> document.forEach(this::block));
                },
                "lang",
                "en");
    }

    private void block(Block block) {
        switch (block) {
            case Block.Heading heading -> out.text("h" + heading.level(), heading.text());
            case Block.Prose prose -> out.text("p", prose.text());
            case Block.Points points -> out.element("ul", () -> points.items().forEach(item -> out.text("li", item)));
            case Block.Table table -> out.element("div", () -> table(table), "class", "table");
            case Block.Figure figure ->
                out.element("figure", () -> {
                    figure.plot().draw(out);
                    out.text("figcaption", figure.caption());
                });
            case Block.Folded folded ->
                out.element("details", () -> {
                    out.text("summary", folded.title());
                    folded.blocks().forEach(this::block);
                });
        }
    }

    private void table(Block.Table table) {
        List<String> names = table.columns().stream().map(Block.Column::name).toList();
        out.element("table", () -> {
            out.element("thead", () -> row("th", table.columns(), names));
            out.element("tbody", () -> table.rows().forEach(row -> row("td", table.columns(), row)));
        });
    }

    private void row(String element, List<Block.Column> columns, List<String> cells) {
        out.element(
                "tr",
                () -> IntStream.range(0, cells.size()).forEach(i -> {
                    if (columns.get(i).number()) {
                        out.text(element, cells.get(i), "class", "number");
                    } else {
                        out.text(element, cells.get(i));
                    }
                }));
    }

    private static String style() {
        try (InputStream css = Html.class.getResourceAsStream("report.css")) {
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("report.css cannot be read from Ringtail's own files", e);
        }
    }
}
