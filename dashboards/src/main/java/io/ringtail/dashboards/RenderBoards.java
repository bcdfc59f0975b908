package io.ringtail.dashboards;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the boards' files: {@code RenderBoards DIRECTORY}. */
public final class RenderBoards {
    private RenderBoards() {}

    /** Writes a file for each board into the directory. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        for (Board board : Boards.all()) {
            Files.writeString(directory.resolve(board.uid() + ".json"), BoardJson.text(board));
        }
    }
}
