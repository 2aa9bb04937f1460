package dev.coppice.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.CpuTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests answers of models that surround the JSON object with code fences, prose or reasoning, although prompts forbid
 * it.
 */
class AnswerJsonTest {
    private static final String OBJECT = "{\"tone\":\"calm } { ```\",\"a\":{\"b\":[1]}}";

    private static String object(String answer) {
        return AnswerJson.object(answer)
                .map(json -> new String(json, StandardCharsets.UTF_8))
                .orElse(null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s",
                "  \n%s\n\n",
                "```json\n%s\n```",
                "```\n%s\n```",
                "```JSON %s```",
                "Here is the profile:\n\n%s\n\nIs there {anything} else?",
                "Here it is:\n```json\n%s\n```\nI have left {out} the rest.",
                "With {braces} in { prose: %s",
                "<think>An object like {\"x\":1} would do.</think>\n%s",
                "%s {\"second\":1}",
                "\uFEFF%s"
            })
    void objectIsFoundInSurroundingText(String answer) {
        assertEquals(OBJECT, object(answer.formatted(OBJECT)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "I cannot help with that.",
                "[1,2]",
                "null",
                "{",
                "{\"tone\":",
                "{tone:'calm'}",
                "<think>{\"x\":1}</think> nothing"
            })
    void answerWithoutObjectIsEmpty(String answer) {
        assertEquals(null, object(answer));
    }

    @Test
    void numberOfTriedBracesIsBounded() {
        assertEquals(null, object("{ ".repeat(100_000)));
        assertTrue(AnswerJson.object("{ ".repeat(19) + OBJECT).isPresent());
    }

    @Test
    void unclosedThoughtsAreReadInLinearTime() {
        CpuTime.assertAtMost(Duration.ofSeconds(10), () -> {
            assertEquals(OBJECT, object(OBJECT + "<think>".repeat(150_000)));
            assertEquals(OBJECT, object("<think>{\"x\":1}</think>" + OBJECT + "<think>{\"y\":1}"));
        });
    }
}
