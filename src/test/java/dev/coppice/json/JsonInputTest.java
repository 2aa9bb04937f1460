package dev.coppice.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonInputTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "-1.50e+3",
                "1e400",
                "\"x\"",
                "\"é\\u0000😀\"",
                "true",
                "null",
                "{ \"a\" : [ 1 , 2 ] }",
                "[]",
                "{}",
                "[{\"b\":\"}\"}]"
            })
    void slicesAreVerbatimAtEveryPosition(String value) {
        var body = "  {\"é\":" + value + " ,\"list\":[ " + value + "," + value + " ]}";
        assertEquals(List.of(value, value, value), slices(body.getBytes(StandardCharsets.UTF_8)));
        var marked = new ByteArrayOutputStream();
        marked.writeBytes(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
        marked.writeBytes(body.getBytes(StandardCharsets.UTF_8));
        assertEquals(List.of(value, value, value), slices(marked.toByteArray()), "behind a byte order mark");
    }

    private static List<String> slices(byte[] body) {
        var found = new ArrayList<String>();
        var in = JsonInput.of(body);
        in.document(field -> {
            if (field.equals("list")) {
                in.array(() -> found.add(slice(in)));
            } else {
                found.add(slice(in));
            }
        });
        return found;
    }

    private static String slice(JsonInput in) {
        return new String(in.slice(Code.INVALID), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{]",
                "{}{}",
                "{} x",
                "{'a':1}",
                "{\"a\":01}",
                "{\"a\":NaN}",
                "{\"a\":1,}",
                "{\"a\":1,\"a\":2}"
            })
    void invalidJsonIsMalformed(String body) {
        refused(Code.MALFORMED, body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void otherEncodingsAreMalformed() {
        refused(Code.MALFORMED, "{\"a\":1}".getBytes(StandardCharsets.UTF_16LE));
        refused(Code.MALFORMED, "{\"a\":1}".getBytes(StandardCharsets.UTF_16BE));
        refused(Code.MALFORMED, new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xC3, '"', '}'});
        refused(Code.MALFORMED, new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xC0, (byte) 0x80, '"', '}'});
        refused(Code.MALFORMED, new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'});
    }

    /** These bytes are valid UTF-8, because they contain only ASCII characters and NUL. */
    @Test
    void otherEncodingsBehindAMarkOfUtf8AreMalformed() {
        for (var encoding : List.of("UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE")) {
            var body = new ByteArrayOutputStream();
            body.writeBytes("\uFEFF".getBytes(StandardCharsets.UTF_8));
            body.writeBytes("{\"a\":1}".getBytes(Charset.forName(encoding)));
            refused(Code.MALFORMED, body.toByteArray());
        }
        refused(Code.MALFORMED, "\uFEFF\uFEFF{\"a\":1}".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void loneSurrogatesAndDuplicateKeysAreRefusedWithTheGivenCode() {
        refused(Code.INVALID, "{\"a\":\"\\ud800\"}".getBytes(StandardCharsets.UTF_8));
        refused(Code.INVALID, "{\"a\":{\"\\udc00\":1}}".getBytes(StandardCharsets.UTF_8));
        refused(Code.INVALID, "{\"a\":{\"x\":1,\"\\u0078\":2}}".getBytes(StandardCharsets.UTF_8));
        assertEquals(
                List.of("\"\\ud83d\\ude00\""), slices("{\"a\":\"\\ud83d\\ude00\"}".getBytes(StandardCharsets.UTF_8)));
    }

    /** A refusal must be JSON that every client can read. */
    @Test
    void pointerHasNoLoneSurrogates() {
        var in = JsonInput.of("{\"\\ud800é\":{\"a/b\":1}}".getBytes(StandardCharsets.UTF_8));
        var unknown = assertThrows(Problem.class, () -> in.document(name -> in.object(inner -> in.unknown())));
        assertEquals("/?é/a~1b", unknown.errors().get(0).pointer());
    }

    @Test
    void depthIsLimitedWithoutRecursion() {
        slices(("{\"a\":" + "[".repeat(1000) + "]".repeat(1000) + "}").getBytes(StandardCharsets.UTF_8));
        for (var depth : List.of(1001, 2000, 1_000_000)) {
            refused(
                    Code.MALFORMED,
                    ("{\"a\":" + "[".repeat(depth) + "]".repeat(depth) + "}").getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void refused(Code code, byte[] body) {
        assertEquals(code, assertThrows(Problem.class, () -> slices(body)).code());
    }
}
