package dev.coppice.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.trace.Trace;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestIdTest {
    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {"req/1:2=3+4@5.6_7-8", "with space", "quote\"", "a\nb", "é", "<", "x;y"})
    void idsAreAcceptedAsByTheApplication(String sent) {
        var id = RequestId.of(sent);
        assertEquals(Trace.of(sent, null, null).requestId().equals(sent), id.equals(sent));
        assertTrue(id.equals(sent) || id.matches("[0-9a-f]{16}"), id);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 128, 129})
    void longestIdHas128Characters(int length) {
        var sent = "x".repeat(length);
        assertEquals(length <= 128, RequestId.of(sent).equals(sent));
        assertEquals(length <= 128, Trace.of(sent, null, null).requestId().equals(sent));
    }
}
