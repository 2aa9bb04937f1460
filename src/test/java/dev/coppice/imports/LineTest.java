package dev.coppice.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineTest {
    private static Line line(String json) {
        return Line.of(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void membersAreReadByKind() {
        var line = line(
                """
                {"kind":{"text":"ü","number":7,"flag":true,"time":"2026-03-01T12:00:00.000Z","none":null,"o":{"a":[1]}}}""");
        assertEquals("kind", line.kind());
        assertEquals("ü", line.text("text"));
        assertEquals(7, line.number("number", 1, 7));
        assertTrue(line.flag("flag"));
        assertEquals(1_772_366_400_000L, line.time("time"));
        assertNull(line.textOrNull("none"));
        assertEquals("[1]", new String(line.inside("o").json("a"), StandardCharsets.UTF_8));
    }

    @Test
    void missingMemberHasPointer() {
        var problem = assertThrows(Problem.class, () -> line("{\"run\":{}}").text("runId"));
        assertEquals("/run/runId", problem.errors().get(0).pointer());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "{}",
                "{\"a\":1}",
                "{\"a\":{},\"b\":{}}",
                "{\"a\":{}} {}",
                "{\"a\":{\"b\":1,\"b\":2}}"
            })
    void otherFormsAreRefused(String json) {
        assertThrows(Problem.class, () -> line(json));
    }
}
