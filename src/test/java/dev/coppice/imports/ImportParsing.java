package dev.coppice.imports;

import dev.coppice.Problem;
import java.io.ByteArrayInputStream;
import java.util.function.Supplier;

/** Reads the lines of an import, for fuzzing. */
public final class ImportParsing {
    private static final int MAX_LINE = 1 << 16;

    private ImportParsing() {}

    /** Reads a file, and from each line members of all kinds. Throws a {@link Problem} if the file is refused. */
    public static void parse(byte[] file) {
        var reader = new LineReader(new ByteArrayInputStream(file), MAX_LINE, 1L << 20);
        for (var bytes = reader.next(); bytes != null; bytes = reader.next()) {
            var json = bytes;
            var line = refusable(() -> Line.of(json));
            if (line != null) {
                refusable(() -> line.text("a"));
                refusable(() -> line.textOrNull("a"));
                refusable(() -> line.number("a", 0, 9));
                refusable(() -> line.flag("a"));
                refusable(() -> line.time("a"));
                refusable(() -> line.inside("a").json("b"));
            }
        }
    }

    private static <T> T refusable(Supplier<T> read) {
        try {
            return read.get();
        } catch (Problem refused) {
            return null;
        }
    }
}
