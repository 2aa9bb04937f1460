package dev.coppice.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.Problem;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static final int MAX_LINE = 200_000;

    private static LineReader reader(String text) {
        return new LineReader(stream(text), MAX_LINE, 1L << 30);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String next(LineReader reader) {
        var line = reader.next();
        return line == null ? null : new String(line, StandardCharsets.UTF_8);
    }

    @Test
    void linesAreNumbered() {
        var reader = reader("a\r\n\nüx\nlast");
        for (var line : List.of("a", "", "üx", "last")) {
            assertEquals(line, next(reader));
        }
        assertEquals(4, reader.number());
        assertNull(next(reader));
        assertNull(next(reader(""))); // No line, not an empty one.
        var ended = reader("a\n");
        assertEquals("a", next(ended));
        assertNull(next(ended));
    }

    @Test
    void lineThatIsTooLongIsSkipped() {
        var reader = reader("a\n" + "x".repeat(MAX_LINE + 1) + "\nb\n" + "y".repeat(MAX_LINE) + "\n");
        assertEquals("a", next(reader));
        assertThrows(Problem.class, reader::next);
        assertEquals(2, reader.number());
        assertEquals("b", next(reader));
        assertEquals(MAX_LINE, next(reader).length());
    }

    @Test
    void fileThatIsTooLargeIsRefused() {
        var reader = new LineReader(stream("x".repeat(100_000) + "\n"), MAX_LINE, 99_999);
        assertThrows(LineReader.FileTooLarge.class, reader::next);
    }

    @Test
    void randomLinesAreRead() {
        var random = new SplittableRandom(7);
        for (int round = 0; round < 50; round++) {
            var lines = new ArrayList<String>();
            for (int i = random.nextInt(20); i >= 0; i--) {
                lines.add("x".repeat(random.nextInt(random.nextBoolean() ? 10 : 150_000)) + 'e');
            }
            var reader = reader(String.join("\n", lines));
            lines.forEach(line -> assertEquals(line, next(reader)));
            assertNull(next(reader));
            assertEquals(String.join("\n", lines).length(), reader.bytes());
        }
    }
}
