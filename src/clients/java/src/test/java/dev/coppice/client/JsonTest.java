package dev.coppice.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    /**
     * Returns a stream of a text that returns at most {@code step} bytes at a time, so that every token is split
     * somewhere.
     */
    private static InputStream slow(String text, int step) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(step, length));
            }
        };
    }

    private static String value(Random random, int depth) {
        return switch (random.nextInt(depth > 4 ? 5 : 7)) {
            case 0 -> "null";
            case 1 -> "-12.50e3";
            case 2 -> "true";
            case 3 -> Json.quote("ü\"\\\n]},{" + "\uD83C\uDF33".repeat(random.nextInt(3)));
            case 4 -> "\"" + "x".repeat(random.nextInt(20_000)) + "\"";
            case 5 -> "[" + values(random, depth + 1, "") + " ]";
            default -> "{ " + values(random, depth + 1, "\"a\\\"\\u00fc\" : ") + "}";
        };
    }

    private static String values(Random random, int depth, String prefix) {
        var values = new ArrayList<String>();
        for (int i = random.nextInt(4); i > 0; i--) {
            values.add(prefix + value(random, depth));
        }
        return String.join(" , ", values);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100, 1 << 20})
    void rawValuesAreAsWritten(int step) throws IOException {
        var random = new Random(step);
        for (int round = 0; round < 200; round++) {
            var values = new ArrayList<String>();
            for (int i = 0; i < 5; i++) {
                values.add(value(random, 0));
            }
            var in = new JsonReader(slow(" [\n" + String.join(",\n", values) + "] ", step));
            in.beginArray();
            var read = new ArrayList<String>();
            while (in.hasElement()) {
                read.add(in.raw());
            }
            assertEquals(values, read);
        }
    }

    @Test
    void everyPrefixEndsTooEarly() {
        var text = "{\"a\":[1,{\"b\":\"c\\u0041\"}],\"d\":null}";
        for (int end = 0; end < text.length(); end++) {
            var part = text.substring(0, end);
            assertThrows(IOException.class, () -> Json.read(JsonReader.of(part)), part);
        }
    }

    @Test
    void stringsAreUnescaped() throws IOException {
        assertEquals(
                "a\"\\/\b\f\n\r\t\u00fc\uD83C\uDF33\uD800x",
                JsonReader.of("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00FC\\ud83c\\udf33\\ud800x\"")
                        .string());
        assertNull(JsonReader.of("null").string());
        assertThrows(IOException.class, () -> JsonReader.of("12").string());
    }

    @Test
    void quotedTextsComeBack() throws IOException {
        for (var text : List.of("", "a\u0000\u001f\"\\/ü\u2028", "\uD83C\uDF33", "\uD83C", "x\uDF33\uD83Cy")) {
            assertEquals(text, JsonReader.of(Json.quote(text)).string());
        }
    }

    @Test
    void membersAreTyped() {
        var json = Json.of("{\"n\":12,\"s\":\"x\",\"b\":true,\"o\":{\"p\":1},\"l\":[\"a\",\"b\"],\"z\":null}");
        assertEquals(12, json.count("n"));
        assertEquals(Integer.valueOf(12), json.integer("n"), "as an integer");
        assertEquals("x", json.string("s"));
        assertEquals("1", json.object("o", object -> object.raw("p")));
        assertEquals(List.of("a", "b"), json.strings("l"));
        assertEquals(List.of(), json.strings("missing"));
        assertNull(json.number("z"));
        assertNull(json.time("z"));
        assertFalse(json.flag("missing"));
        assertThrows(IllegalArgumentException.class, () -> Json.of("[]"));
    }

    @Test
    void depthIsNotLimited() throws IOException {
        var deep = "[".repeat(100_000) + "]".repeat(100_000);
        assertEquals(deep, JsonReader.of(deep).raw());
    }

    @Test
    void messagesHaveTexts() {
        assertEquals("Hi", Message.user("Hi").text());
        assertEquals(
                "a\nb",
                Message.of(
                                "{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"file\"},{\"type\":\"text\",\"text\":\"b\"}]}")
                        .text());
        assertEquals("", Message.of("{\"role\":\"tool\",\"content\":null}").text());
        var given = Message.of("{\"id\":\"x\",\"role\":\"user\",\"content\":\"c\",\"n\":1.50}");
        assertEquals(
                "{\"id\":\"y\",\"role\":\"user\",\"content\":\"c\",\"n\":1.50}",
                given.withId("y").json());
        assertThrows(IllegalArgumentException.class, () -> Message.of("[]"));
        assertArrayEquals(new String[] {"x", "user"}, new String[] {given.id(), given.role()});
    }

    @Test
    void idsAreEncodedInPaths() {
        assertEquals(
                "GET /v1/sessions/a%20%C3%BC%3F%23%25/messages/x?namespace=%2A",
                Request.get("/v1/sessions/{}/messages/{}", "a ü?#%", "x")
                        .query("namespace", "*")
                        .toString());
        assertEquals(
                "GET /v1/sessions/%7B%7D/messages/x",
                Request.get("/v1/sessions/{}/messages/{}", "{}", "x").toString());
    }
}
