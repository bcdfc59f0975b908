package io.ringtail.processors.history;

import java.util.List;

/**
 * The distribution over time: samples by column of time and bucket of the fixed layout.
 *
 * @param fromEpochNs start of the first column; ns since 1970-01-01 UTC
 * @param columnNs length of a column, whole seconds; ns
 * @param columns number of columns
 * @param cells cells that have samples, by column, then bucket
 */
public record HeatMap(long fromEpochNs, long columnNs, int columns, List<Cell> cells) {
    /**
     * Samples of a bucket in a column.
     *
     * @param column number of the column, from 0
     * @param bucket index in the bucket layout
     * @param samples round trips
     */
    public record Cell(int column, int bucket, long samples) {}
}
