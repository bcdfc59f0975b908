package io.ringtail.processors.history.report;

import io.ringtail.processors.history.HeatMap;
import io.ringtail.schemas.histogram.BucketLayout;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * A distribution over time as a picture: a pixel a column, rows on a logarithmic scale; the more samples, the denser,
 * likewise by their logarithm. Pure.
 */
final class HeatPicture {
    static final int ROWS = 246;
    private static final int COLOUR = 0x5a6fb0;
    private static final int FAINTEST = 40;
    private static final int DENSEST = 255;
    private static final int ALPHA_BITS = 24;

    private HeatPicture() {}

    /** As a PNG in a URI. */
    static String dataUri(HeatMap map, long lowNs, long highNs) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream png = new MemoryCacheImageOutputStream(bytes)) {
            ImageIO.write(of(map, lowNs, highNs), "png", png);
        } catch (IOException e) {
            throw new UncheckedIOException("a picture cannot be made: " + e.getMessage(), e);
        }
        return "data:image/png;base64," + Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** Rows from the highest to the lowest duration. */
    static BufferedImage of(HeatMap map, long lowNs, long highNs) {
        long[][] samples = new long[map.columns()][ROWS];
        for (HeatMap.Cell cell : map.cells()) {
            int top = row(BucketLayout.highestNs(cell.bucket()), lowNs, highNs);
            int bottom = row(BucketLayout.lowestNs(cell.bucket()), lowNs, highNs);
            for (int row = top; row <= bottom; row++) {
                samples[cell.column()][row] += cell.samples();
            }
        }
        long most = 1;
        for (long[] column : samples) {
            for (long each : column) {
                most = Math.max(most, each);
            }
        }
        BufferedImage image = new BufferedImage(map.columns(), ROWS, BufferedImage.TYPE_INT_ARGB);
        for (int column = 0; column < map.columns(); column++) {
            for (int row = 0; row < ROWS; row++) {
                if (samples[column][row] > 0) {
                    image.setRGB(column, row, colour(samples[column][row], most));
                }
            }
        }
        return image;
    }

    private static int row(long ns, long lowNs, long highNs) {
        double share = Math.log((double) Math.max(lowNs, ns) / lowNs) / Math.log((double) highNs / lowNs);
        return Math.clamp((int) Math.floor(ROWS * (1 - share)), 0, ROWS - 1);
    }

    private static int colour(long samples, long most) {
        double share = Math.log1p((double) samples) / Math.log1p((double) most);
        int alpha = (int) Math.round(FAINTEST + (DENSEST - FAINTEST) * share);
        return alpha << ALPHA_BITS | COLOUR;
    }
}
