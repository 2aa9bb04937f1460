package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Cursor;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ModelErrorsTest {
    private static String text(Problem problem) {
        return ModelErrors.text(problem, Set.of("session_id", "messages", "parent_id", "leaves_cursor"));
    }

    @Test
    void failuresOfTheServerAreNoMistakesOfTheModel() {
        var failures = Arrays.stream(Code.values())
                .filter(code -> !ModelErrors.isOfModel(new Problem(code, "Why.")))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Code.class)));
        assertEquals(
                EnumSet.of(
                        Code.INTERNAL,
                        Code.UNAVAILABLE,
                        Code.INDEX_UNAVAILABLE,
                        Code.STORE_UNAVAILABLE,
                        Code.BACKUP_UNAVAILABLE,
                        Code.STOPPING),
                failures);
    }

    @Test
    void textSaysHowToDoBetter() {
        assertEquals(
                "The session has no message. read_conversation shows the ids.",
                text(new Problem(Code.MESSAGE_NOT_FOUND, "The session has no message.")));
        assertEquals("Why.", text(new Problem(Code.INVALID, "Why.")));
        assertTrue(text(new Problem(Code.BLANK_QUERY, "Query parameter `q`")).startsWith("The query"));
        assertEquals(
                "This call was made before with other arguments, so nothing was done. Make a new call.",
                text(new Problem(Code.IDEMPOTENCY_MISMATCH, "The key was used.")));
    }

    @Test
    void textNamesTheArgument() {
        assertEquals("session_id: Why.", text(Problem.at("id", Code.INVALID, "Why.")));
        assertEquals("id: Why.", ModelErrors.text(Problem.at("id", Code.INVALID, "Why."), Set.of("id")));
        assertEquals("parent_id: Why.", text(Problem.at("/parentId", Code.INVALID, "Why.")));
        assertEquals("messages[3].role: Why.", text(Problem.at("/messages/3/role", Code.INVALID, "Why.")));
        assertEquals("Why.", text(Problem.at("/other", Code.INVALID, "Why.")));
        assertEquals("Why.", text(Problem.at("", Code.INVALID, "Why.")));
    }

    @Test
    void invalidCursorNamesTheArgumentOfTheTool() {
        var problem = assertThrows(Problem.class, () -> Cursor.read("leaves", 1, "x"));
        var expected =
                ": This is no cursor of a page of this list. Pass the one that the page before gave, with the other"
                        + " arguments unchanged, or none for the first page.";
        assertEquals("cursor" + expected, ModelErrors.text(problem, Set.of("query", "cursor")));
        assertEquals("leaves_cursor" + expected, text(problem));
    }

    @Test
    void failureOfTheServerIsAnInternalError() {
        var failed = RpcError.of(new Problem(Code.INTERNAL, "An unexpected error occurred; id 4711."));
        assertEquals(
                Map.of("code", RpcError.INTERNAL_ERROR, "message", "An unexpected error occurred; id 4711."),
                failed.toMap());
        assertEquals(200, failed.status());
        assertEquals(
                RpcError.INVALID_PARAMS,
                RpcError.of(new Problem(Code.SESSION_NOT_FOUND, "None."))
                        .toMap()
                        .get("code"));
    }
}
