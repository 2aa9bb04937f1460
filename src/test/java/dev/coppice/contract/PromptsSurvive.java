package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.HttpCall;
import java.util.List;

/** Frozen prompts, blocks and their versions are the same after a restart. */
final class PromptsSurvive extends ContextNodeApi implements RestartCase {
    private String stale;
    private String empty;
    private String refreshed;
    private String stalePrompt;
    private String refreshedPrompt;
    private List<HttpCall> reads;
    private List<HttpAnswer> before;

    @Override
    public void prepare() {
        stale = gardener(one(), unique("ada"));
        remember(one(), stale, "Likes ═══ walnuts 🌰\r\n\u2028\u0000");
        empty = unique("s");
        one().put(SESSION, empty).send().expect(201);
        stalePrompt = freeze(one(), stale).at("/prompt");
        assertEquals("", freeze(one(), empty).at("/prompt"));
        remember(one(), stale, "Likes hazelnuts");
        one().post(CONTEXT, empty).json("{\"label\":\"late\"}").send().expect(201);
        refreshed = gardener(one(), unique("bob"));
        freeze(one(), refreshed);
        remember(one(), refreshed, "Likes oaks");
        refreshedPrompt = refreshed(one(), refreshed);
        reads = List.of(
                one().get(CONTEXT, stale), one().get(BLOCK + "/versions", stale, "memory"), tools(one(), stale));
        before = reads.stream().map(HttpCall::send).toList();
    }

    @Override
    public void check() {
        assertFrozen(stalePrompt, freeze(one(), stale));
        assertFrozen("", freeze(one(), empty));
        assertEquals(refreshedPrompt, freeze(one(), refreshed).at("/prompt"));
        assertFalse(freeze(one(), refreshed).json().path("stale").asBoolean());
        for (var i = 0; i < reads.size(); i++) {
            assertArrayEquals(
                    before.get(i).body(), reads.get(i).send().expect(200).body());
        }
        assertTrue(refreshed(one(), stale).contains("Likes hazelnuts"));
    }
}
