package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.mcp.ResourceUri.Kind;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceUriTest {
    @ParameterizedTest
    @CsvSource({
        "coppice://sessions/a%20b,TRANSCRIPT,a b,",
        "coppice://sessions/a/prompt,PROMPT,a,",
        "coppice://sessions/a/tree?namespace=n%26,TREE,a,n&",
        "coppice://sessions/a?namespace=,TRANSCRIPT,a,''",
        "coppice://users/u%2Fv/profile,PROFILE,u/v,"
    })
    void uriNamesSessionOrUser(String uri, Kind kind, String id, String namespace) {
        assertEquals(Optional.of(new ResourceUri(kind, id, namespace)), ResourceUri.of(uri));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "test://a",
                "coppice://sessions/",
                "coppice://sessions/a/other",
                "coppice://sessions/a/tree/b",
                "coppice://sessions/a?x=1",
                "coppice://sessions/a#b",
                "coppice://sessions/%",
                "coppice://users/a",
                "COPPICE://sessions/a"
            })
    void otherUrisNameNothing(String uri) {
        assertTrue(ResourceUri.of(uri).isEmpty());
    }

    @Test
    void uriOfSessionIsReadAgain() {
        assertEquals("coppice://sessions/a", ResourceUri.ofSession("", "a"));
        var uri = ResourceUri.ofSession("n n", "a?b#c");
        assertEquals(Optional.of(new ResourceUri(Kind.TRANSCRIPT, "a?b#c", "n n")), ResourceUri.of(uri));
    }
}
