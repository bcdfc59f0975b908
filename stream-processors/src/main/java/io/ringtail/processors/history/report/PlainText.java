package io.ringtail.processors.history.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A document for a terminal of 100 columns. Pure. */
final class PlainText {
    static final int WIDTH = 100;
    private static final String GAP = "  ";
    private static final int NARROWEST = 12;

    private PlainText() {}

    static String of(List<Block> document) {
        return document.stream().map(PlainText::block).collect(Collectors.joining());
    }

    private static String block(Block block) {
        return switch (block) {
            case Block.Heading heading -> heading(heading);
            case Block.Prose prose -> lines(prose.text(), WIDTH).collect(Collectors.joining("\n", "", "\n"));
            case Block.Points points ->
                points.items().stream().map(PlainText::point).collect(Collectors.joining());
            case Block.Table table -> table(table);
            case Block.Figure figure -> "";
            case Block.Folded folded -> "";
        };
    }

    private static String heading(Block.Heading heading) {
        return switch (heading.level()) {
            case 1 -> heading.text() + "\n";
            case 2 -> "\n" + heading.text() + "\n" + "-".repeat(heading.text().length()) + "\n";
            default -> "\n" + heading.text() + "\n";
        };
    }

    private static String point(String item) {
        return lines(item, WIDTH - 2).collect(Collectors.joining("\n  ", "- ", "\n"));
    }

    private static String table(Block.Table table) {
        int[] widths = widths(table);
        List<String> names = table.columns().stream().map(Block.Column::name).toList();
        return Stream.concat(Stream.of(names), table.rows().stream())
                .map(row -> row(table.columns(), row, widths))
                .collect(Collectors.joining());
    }

    /** As wide as their cells; where that is too wide, the widest columns of text wrap. */
    private static int[] widths(Block.Table table) {
        int[] widths = IntStream.range(0, table.columns().size())
                .map(i -> Stream.concat(
                                Stream.of(table.columns().get(i).name()),
                                table.rows().stream().map(row -> row.get(i)))
                        .mapToInt(String::length)
                        .max()
                        .orElseThrow())
                .toArray();
        int excess = IntStream.of(widths).sum() + GAP.length() * widths.length - WIDTH;
        while (excess > 0) {
            int widest = IntStream.range(0, widths.length)
                    .filter(i -> !table.columns().get(i).number())
                    .reduce((one, other) -> widths[other] > widths[one] ? other : one)
                    .orElse(-1);
            if (widest < 0 || widths[widest] <= NARROWEST) {
                return widths;
            }
            widths[widest]--;
            excess--;
        }
        return widths;
    }

    private static String row(List<Block.Column> columns, List<String> cells, int[] widths) {
        List<List<String>> wrapped = IntStream.range(0, widths.length)
                .mapToObj(i -> lines(cells.get(i), widths[i]).toList())
                .toList();
        int height = wrapped.stream().mapToInt(List::size).max().orElse(0);
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < height; line++) {
            StringBuilder whole = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = line < wrapped.get(i).size() ? wrapped.get(i).get(line) : "";
                String pad = " ".repeat(Math.max(0, widths[i] - cell.length()));
                whole.append(GAP).append(columns.get(i).number() ? pad + cell : cell + pad);
            }
            text.append(whole.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** Lines of at most so many characters, broken after a blank or a comma where there is one. */
    static Stream<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > width) {
            int blank = rest.lastIndexOf(' ', width);
            int comma = rest.lastIndexOf(',', width - 1) + 1;
            int end = Math.max(blank, comma) > 0 ? Math.max(blank, comma) : width;
            lines.add(rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines.stream();
    }
}
