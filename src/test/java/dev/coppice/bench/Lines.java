package dev.coppice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The rows of a report's table and the notes below it: said as they come, and written as Markdown at the end. */
final class Lines {
    private final List<String> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    void row(String row) {
        rows.add(row);
        System.out.println(row);
    }

    void note(String note) {
        notes.add(note);
        System.out.println(note);
    }

    /** On which machine, and whether all that is measured was. */
    static String scale() {
        return Runtime.getRuntime().availableProcessors() + " cores"
                + (Scale.isFull() ? "" : " · **not at full scale**");
    }

    /** @param beginning all that stands above the rows, the head of their table included */
    void write(Path file, String beginning) throws IOException {
        var text = new StringBuilder(beginning);
        rows.forEach(row -> text.append(row).append('\n'));
        text.append('\n');
        notes.forEach(note -> text.append("- ").append(note).append('\n'));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        System.out.println("\n" + text + "\nWritten to " + file);
    }
}
