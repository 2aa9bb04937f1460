package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ModelErrorsTest {
    @Test
    void failuresOfTheServerAreNoMistakesOfTheModel() {
        var failures = Arrays.stream(Code.values())
                .filter(code -> !ModelErrors.isOfModel(new Problem(code, "Why.")))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Code.class)));
        assertEquals(
                EnumSet.of(Code.INTERNAL, Code.UNAVAILABLE, Code.INDEX_UNAVAILABLE, Code.STORE_UNAVAILABLE), failures);
    }

    @Test
    void textSaysHowToDoBetter() {
        assertEquals(
                "The session has no message. read_conversation shows the ids.",
                ModelErrors.text(new Problem(Code.MESSAGE_NOT_FOUND, "The session has no message.")));
        assertEquals("Why.", ModelErrors.text(new Problem(Code.INVALID, "Why.")));
        assertTrue(ModelErrors.text(new Problem(Code.BLANK_QUERY, "Query parameter `q`"))
                .startsWith("The query"));
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
