package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Loaded skills, in every format of messages, are still loaded after a restart and can be unloaded. */
final class LoadedSkillsSurvive extends ContextNodeApi implements RestartCase {
    private final SkillShapesIT.Shape[] shapes = SkillShapesIT.Shape.values();
    private final String[] sessions = new String[shapes.length];
    private String unloaded;
    private String neverLoaded;

    @Override
    public void prepare() {
        for (var i = 0; i < shapes.length; i++) {
            sessions[i] = gardener(one(), unique("ada"));
            load(one(), sessions[i], shapes[i]);
        }
        unloaded = gardener(one(), unique("ada"));
        load(one(), unloaded, SkillShapesIT.Shape.ANTHROPIC);
        assertTrue(unload(one(), unloaded).startsWith("Unloaded "));
        neverLoaded = gardener(one(), unique("ada"));
        loadWithoutStoring(one(), neverLoaded);
    }

    @Override
    public void check() {
        for (var i = 0; i < shapes.length; i++) {
            assertTrue(isLoaded(one(), sessions[i]), shapes[i].name());
            assertEquals("Unloaded \"pirate\" from skills. Context reclaimed.", unload(one(), sessions[i]));
            assertEquals(
                    "[skill unloaded: pirate]",
                    one().get(HISTORY, sessions[i]).send().expect(200).at(shapes[i].output()));
            assertFalse(isLoaded(one(), sessions[i]));
        }
        assertFalse(isLoaded(one(), unloaded), "unloaded before the restart");
        assertFalse(isLoaded(one(), neverLoaded), "the result of the load was never stored");
    }
}
