package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.BlockSpec;
import dev.coppice.api.Precondition;
import dev.coppice.context.ContextBlocks;
import dev.coppice.context.Prompts;
import dev.coppice.tool.Tools;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A bean without a setter provides a read-only block; it is computed when the prompt is rendered or refreshed. */
class ComputedBlockIT extends InsideTest {
    @Inject
    private ContextBlocks blocks;

    @Inject
    private Prompts prompts;

    @Inject
    private Tools tools;

    @Test
    void readOnlyBeanIsComputedWhenRendered() {
        var name = session();
        var spec = "{\"label\":\"tally\",\"provider\":{\"type\":\"bean\",\"name\":\"tally\"}}";
        var added = blocks.add(name, BlockSpec.of(spec.getBytes(StandardCharsets.UTF_8)));
        assertEquals("asked 1", added.content());
        assertFalse(added.writable() || added.skill() || added.searchable());
        assertEquals(List.of(), tools.of(name));
        var frozen = prompts.freeze(name, false).prompt();
        assertEquals("TALLY [readonly]", frozen.lines().skip(1).findFirst().orElseThrow());
        assertEquals("asked 2", frozen.lines().skip(3).findFirst().orElseThrow());
        assertEquals(frozen, prompts.freeze(name, false).prompt());
        assertEquals("asked 3", blocks.get(name, "tally").content(), "a frozen prompt asks nobody");
        assertEquals(frozen.replace("2", "4"), prompts.refresh(name).prompt());
        var refused = assertThrows(Problem.class, () -> blocks.replace(name, "tally", "x", Precondition.NONE));
        assertEquals(Code.BLOCK_READONLY, refused.code());
    }
}
