package dev.coppice.bench;

import java.util.ArrayList;
import java.util.List;

/** Rows of a report's table and the notes below it; each is printed as soon as it is measured. Not thread-safe. */
final class ReportLines {
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

    /** @param beginning everything above the rows, the head of the table included */
    String markdown(String beginning) {
        var text = new StringBuilder(beginning);
        rows.forEach(row -> text.append(row).append('\n'));
        text.append('\n');
        notes.forEach(note -> text.append("- ").append(note).append('\n'));
        return text.toString();
    }
}
