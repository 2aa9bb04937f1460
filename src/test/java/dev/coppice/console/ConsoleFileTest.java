package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class ConsoleFileTest {

    private static final byte[] SCRIPT = "export const a = 1;\n".repeat(50).getBytes(StandardCharsets.UTF_8);

    @Test
    void endingDeterminesContentType() {
        assertEquals("text/javascript; charset=utf-8", file("core/a.js").type());
        assertEquals("text/css; charset=utf-8", file("a.css").type());
        assertEquals("text/html; charset=utf-8", file("index.html").type());
        assertEquals("image/svg+xml", file("icon.svg").type());
        assertEquals("text/plain; charset=utf-8", file("vendor/README.md").type());
        assertEquals("text/plain; charset=utf-8", file("LICENSE").type());
    }

    @Test
    void contentIsCompressedOnlyIfThatIsShorter() throws IOException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(file("a.js").zipped()))) {
            assertArrayEquals(SCRIPT, in.readAllBytes());
        }
        assertNull(ConsoleFile.of("a.js", new byte[] {'1', ';'}).zipped());
    }

    @Test
    void tagIsThatOfTheContent() {
        assertEquals(file("a.js").tag(), file("b.js").tag());
        assertNotEquals(
                file("a.js").tag(), ConsoleFile.of("a.js", new byte[] {'1'}).tag());
    }

    @Test
    void tagOfTheRequestIsRecognized() {
        var file = file("a.js");
        assertTrue(file.isKnown(file.tag()));
        assertTrue(file.isKnown("\"other\", W/" + file.tag()));
        assertTrue(file.isKnown("*"));
        assertFalse(file.isKnown("\"other\""));
        assertFalse(file.isKnown(null));
    }

    @Test
    void gzipIsSentOnlyIfAccepted() {
        assertTrue(ConsoleServlet.acceptsGzip("gzip, deflate, br"));
        assertTrue(ConsoleServlet.acceptsGzip("br;q=1.0, gzip;q=0.8"));
        assertFalse(ConsoleServlet.acceptsGzip("gzip;q=0, identity"));
        assertFalse(ConsoleServlet.acceptsGzip("gzip; q=0.00"));
        assertFalse(ConsoleServlet.acceptsGzip("br"));
        assertFalse(ConsoleServlet.acceptsGzip(null));
    }

    private static ConsoleFile file(String name) {
        return ConsoleFile.of(name, SCRIPT);
    }
}
