package io.ringtail.processors.history.report;

import java.util.List;

/** A part of a document, whatever it will be written as. */
sealed interface Block {
    /**
     * A heading.
     *
     * @param level 1 for the document, 2 for a path, 3 for a part of it
     */
    record Heading(int level, String text) implements Block {}

    /** A paragraph. */
    record Prose(String text) implements Block {}

    /** A list. */
    record Points(List<String> items) implements Block {}

    /** A table; rows have a cell for each column. */
    record Table(List<Column> columns, List<List<String>> rows) implements Block {}

    /** A drawing; left out where the form has none. */
    record Figure(String caption, TimePlot plot) implements Block {}

    /** What most readers do not look at: folded, or left out where the form cannot fold. */
    record Folded(String title, List<Block> blocks) implements Block {}

    /**
     * A column of a table.
     *
     * @param number whether it holds numbers, which stand at its right
     */
    record Column(String name, boolean number) {
        static Column text(String name) {
            return new Column(name, false);
        }

        static Column number(String name) {
            return new Column(name, true);
        }
    }
}
