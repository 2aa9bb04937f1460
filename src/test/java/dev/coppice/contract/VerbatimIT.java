package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages are stored and returned byte for byte as they were sent. */
class VerbatimIT extends Contract {

    private static final String TAIL = ",\"id\":\"a\",\"createdAt\":\"2026-01-01T00:00:00Z\"}";

    /** Messages of every format, without id, date and the closing brace. */
    static Stream<String> messageFormats() {
        return Stream.of(
                // AI SDK
                "{\"role\":\"assistant\",\"parts\":[{\"type\":\"step-start\"},{\"type\":\"reasoning\",\"text\":\"hm\","
                        + "\"providerMetadata\":{\"x\":{\"signature\":\"abc=\"}}},{\"type\":\"tool-search\","
                        + "\"toolCallId\":\"c1\",\"state\":\"output-available\",\"input\":{\"q\":\"a\"},\"output\":[1,2.50]}],"
                        + "\"metadata\":{\"k\":null}",
                // OpenAI
                "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"call_1\",\"type\":\"function\","
                        + "\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\": 1}\"}}],\"refusal\":null",
                "{\"role\":\"tool\",\"tool_call_id\":\"call_1\",\"content\":\"42\"",
                "{\"role\":\"assistant\",\"tool_calls\":[]",
                // Anthropic
                "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"…\",\"signature\":\"s\"},"
                        + "{\"type\":\"tool_use\",\"id\":\"tu\",\"name\":\"n\",\"input\":{}}],\"stop_reason\":\"tool_use\"",
                "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"tu\",\"is_error\":false,"
                        + "\"content\":[{\"type\":\"text\",\"text\":\"ok\"}]}]",
                // AgentScope
                "{\"name\":\"Friday\",\"role\":\"ASSISTANT\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"},"
                        + "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"image/png\",\"data\":\"AAAA\"}}],"
                        + "\"metadata\":{},\"timestamp\":\"2025-01-01 10:00:00.123\"",
                // unknown role, unknown members
                "{\"role\":\"narrator\",\"content\":\"x\",\"parentId\":\"not ours\",\"inserted\":1,\"\":0,\" \":{}",
                // whitespace, escapes, order
                "{ \"role\" :\t\"user\" ,\r\n  \"content\" : \"x\"  , \"z\" : [ 1 , 2 ] , \"a\" : { }  ",
                "{\"role\":\"user\",\"content\":\"\\u0041\\/\\b\\f\\n\\r\\t\\\"\\\\ \\ud83c\\udf33\"",
                "{\"\\u0072ole\":\"us\\u0065r\",\"content\":\"escaped names\"",
                // unusual numbers
                "{\"role\":\"user\",\"content\":\"n\",\"n\":[1e400,-0,0.10,1E+2,1e999999999,12345678901234567890123,"
                        + "9007199254740993,1.7976931348623159e308,5e-324]",
                // unusual text
                "{\"role\":\"user\",\"content\":\"\\u0000 nul, and raw \uFFFE \uFFFF \u0085 \u2028 \u2029 \uFEFF\"",
                "{\"role\":\"user\",\"content\":\"🌳 👩‍👩‍👧‍👦 é e\u0301 \u202Eשלום\u202C مرحبا ﷽ 日本語 𝒳\"",
                "{\"role\":\"user\",\"content\":\"<script>alert(1)</script> ' -- ${jndi:ldap://x} %n {{x}}\"",
                "{\"role\":\"user\",\"content\":\"" + "[".repeat(2000) + "\"",
                "{\"role\":\"user\",\"parts\":" + "[".repeat(900) + "]".repeat(900));
    }

    @ParameterizedTest
    @MethodSource("messageFormats")
    void completeMessageIsReturnedVerbatim(String open) {
        var sent = open + TAIL;
        var session = session();
        append(session, sent).expect(201);
        assertReturned(session, "a", sent);
    }

    @ParameterizedTest
    @MethodSource("messageFormats")
    void missingMembersAreInsertedBeforeLastBrace(String open) {
        var session = session();
        var id = append(session, open + "}").expect(201).at("/appended/0/id");
        var history = history(session).text();
        var expected = Pattern.compile(Pattern.quote(open + ",\"id\":\"" + id + "\",\"createdAt\":\"")
                + "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z\"}");
        var found = expected.matcher(history);
        assertTrue(found.find(), history);
        assertReturned(session, id, found.group());
    }

    /** Asserts that every answer with the message contains exactly these bytes. */
    private static void assertReturned(String session, String id, String message) {
        for (var answer : List.of(
                history(session),
                entry(session, id).expect(200),
                api().get(MESSAGES, session).send().expect(200),
                api().get(SESSION + "/leaf", session).send().expect(200),
                api().get(SESSION + "/leaves", session).send().expect(200))) {
            assertTrue(answer.text().contains(message), message + "\n is not in\n" + answer.text());
            assertTrue(answer.json().isObject());
        }
    }

    @Test
    void onlyMissingMembersAreAdded() {
        var session = session();
        append(session, "{\"id\":\"a\",\"role\":\"user\",\"content\":\"x\"}").expect(201);
        assertTrue(
                history(session).text().contains("{\"id\":\"a\",\"role\":\"user\",\"content\":\"x\",\"createdAt\":\""));
        append(session, "{\"createdAt\":1700000000123,\"role\":\"user\",\"content\":\"y\"}")
                .expect(201);
        assertTrue(history(session)
                .text()
                .contains("{\"createdAt\":1700000000123,\"role\":\"user\",\"content\":\"y\",\"id\":\""));
        assertEquals(
                "2023-11-14T22:13:20.123Z",
                api().get(SESSION + "/leaf", session).send().at("/createdAt"));
    }

    @Test
    void datesWithAndWithoutOffsetAreParsed() {
        var session = session();
        append(
                        session,
                        dated("a", "\"2026-01-01T12:00:00+02:00\""),
                        dated("b", "\"2026-01-01T12:00:00\""),
                        dated("c", "\"2026-01-01T12:00:00.123456789Z\""),
                        dated("d", "1767268800000"))
                .expect(201);
        assertEquals("2026-01-01T10:00:00.000Z", entry(session, "a").at("/createdAt"));
        assertEquals("2026-01-01T12:00:00.000Z", entry(session, "b").at("/createdAt"));
        assertEquals("2026-01-01T12:00:00.123Z", entry(session, "c").at("/createdAt"));
        assertEquals("2026-01-01T12:00:00.000Z", entry(session, "d").at("/createdAt"));
    }

    private static String dated(String id, String createdAt) {
        return "{\"id\":\"%s\",\"role\":\"user\",\"content\":\"x\",\"createdAt\":%s}".formatted(id, createdAt);
    }

    @Test
    void nullDateIsReplacedInPlace() {
        var session = session();
        append(session, dated("a", "null")).expect(201);
        var stored = entry(session, "a").expect(200);
        assertTrue(stored.at("/createdAt").matches("\\d{4}-.*Z"), stored.text());
        assertTrue(stored.text().contains(dated("a", '"' + stored.at("/createdAt") + '"')), stored.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"yesterday\"",
                "\"\"",
                "true",
                "{}",
                "\"2026-13-01T00:00:00Z\"",
                "1e400",
                "\"2026-01-01T25:00:00Z\""
            })
    void invalidDateIsRefused(String date) {
        append(session(), dated("a", date)).problem(422, "invalid-message");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"role\":\"user\",\"content\":\"lone \\ud800\"}",
                "{\"role\":\"user\",\"content\":\"lone \\udc00 low\"}",
                "{\"role\":\"user\",\"content\":\"x\",\"deep\":[{\"\\udfff\":1}]}",
                "{\"role\":\"\\ud83d\",\"content\":\"x\"}",
                "{\"role\":\"user\",\"content\":\"turned \\udf33\\ud83c\"}",
                "{\"role\":\"user\",\"content\":\"x\",\"content\":\"y\"}",
                "{\"role\":\"user\",\"content\":\"x\",\"deep\":{\"a\":1,\"\\u0061\":1}}",
                "{\"role\":\"user\",\"role\":\"user\",\"content\":\"x\"}"
            })
    void loneSurrogatesAndDuplicateKeysAreRefused(String message) {
        var session = session();
        append(session, message).problem(422, "invalid-message");
        assertEquals(0, get(session).number("/messageCount"));
    }

    @Test
    void invalidUtf8IsMalformed() {
        var session = session();
        for (var bad :
                new int[][] {{0xff}, {0xc0, 0xaf}, {0xed, 0xa0, 0x80}, {0xf5, 0x80, 0x80, 0x80}, {0xe2, 0x82}, {0x80}
                }) {
            var body = batch("{\"role\":\"user\",\"content\":\"XX\"}").getBytes(StandardCharsets.UTF_8);
            var at = new String(body, StandardCharsets.UTF_8).indexOf("XX");
            var bytes = new byte[body.length + bad.length];
            System.arraycopy(body, 0, bytes, 0, at + 1);
            for (var i = 0; i < bad.length; i++) {
                bytes[at + 1 + i] = (byte) bad[i];
            }
            System.arraycopy(body, at + 1, bytes, at + 1 + bad.length, body.length - at - 1);
            appendRaw(session, bytes).problem(400, "malformed");
        }
        assertEquals(0, get(session).number("/messageCount"));
    }

    @Test
    void unicodeNormalizationFormsAreKept() {
        var session = session();
        append(session, message("nfc", "\u00e9"), message("nfd", "e\u0301")).expect(201);
        assertEquals(
                "\u00e9",
                entry(session, "nfc").json().at("/message/parts/0/text").asString());
        assertEquals(
                "e\u0301",
                entry(session, "nfd").json().at("/message/parts/0/text").asString());
    }

    @Test
    void updateIsStoredVerbatim() {
        var session = sessionWithMessages(1);
        var update =
                "{ \"role\":\"user\", \"content\" : \"\\u0000\" ,\"n\":1e400, \"id\":\"m0\",\"createdAt\":\"2026-01-01T00:00:00Z\" }";
        api().put(MESSAGE, session, "m0").json("\n " + update + " \n").send().expect(200);
        assertReturned(session, "m0", update);
        assertEquals(Json.parse("1e400"), entry(session, "m0").json().at("/message/n"));
    }
}
