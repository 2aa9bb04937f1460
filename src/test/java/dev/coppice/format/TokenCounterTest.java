package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Counts messages with a counter other than the estimate. */
class TokenCounterTest {

    private static final TokenCounter UNITS = String::length;

    private static MessageBody message(String json) {
        return MessageBody.of(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void messageCountsFourPlusItsParts() {
        var message = message(
                """
                {"id":"a","role":"assistant","createdAt":null,"parts":[{"type":"text","text":"abc"},
                 {"type":"reasoning","text":"de"},{"type":"tool-x","input":{"a":1},"output":"out"},
                 {"type":"file","url":"…"}]}""");
        var counted = message.countedBy(UNITS);
        assertEquals(4 + 3 + 2 + 7 + 3 + MediaRates.DEFAULTS.unknownFile(), counted.tokens());
        assertEquals(message.createdAt(), counted.createdAt());
        assertEquals(message.id(), counted.id());
        assertEquals(message.preview(), counted.preview());
        assertArrayEquals(message.json(), counted.json());
    }

    /** Rates of the counter replace the defaults. */
    @Test
    void counterMayHaveRatesOfItsOwn() {
        var counter = new TokenCounter() {
            @Override
            public int count(String text) {
                return text.length();
            }

            @Override
            public MediaRates mediaRates() {
                return new MediaRates(7, 1, 2, 3, 4, 5, 6, 8);
            }
        };
        var message = message("{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"abc\"},"
                + "{\"type\":\"file\",\"mediaType\":\"image/png\",\"url\":\"https://x.example/i\"}]}");
        assertEquals(4 + 3 + 7, message.countedBy(counter).tokens());
        assertEquals(4 + Tokens.of("abc") + 1000, message.tokens());
    }

    @Test
    void eachTextIsCountedOnce() {
        var seen = new ArrayList<String>();
        message(
                        "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]}")
                .countedBy(text -> {
                    seen.add(text);
                    return -1;
                });
        assertEquals(java.util.List.of("a", "b"), seen);
    }

    @Test
    void negativeCountIsZero() {
        assertEquals(
                4,
                message("{\"role\":\"user\",\"content\":\"x\"}")
                        .countedBy(text -> -9)
                        .tokens());
    }

    @Test
    void estimateIsNotCountedAgain() {
        var message = message("{\"role\":\"user\",\"content\":\"hello there\"}");
        assertSame(message, message.countedBy(TokenCounter.ESTIMATE));
        assertEquals(4 + Tokens.of("hello there"), message.tokens());
    }
}
