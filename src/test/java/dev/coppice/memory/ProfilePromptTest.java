package dev.coppice.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.agent.ProfileSchema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfilePromptTest {
    @Test
    void systemPromptHasTheSchema() {
        var schema = ProfileSchema.of("{\"properties\":{\"tree\":{\"description\":\"100 % liked\"}}}");
        var system = ProfilePrompt.analyze(schema, false);
        assertTrue(system.contains(schema.json()), system);
        assertFalse(system.contains("profile as it is"), system);
        assertTrue(ProfilePrompt.analyze(schema, true).contains("profile as it is"));
    }

    @Test
    void userMessageHasTheProfileAndThePromptsInOrder() {
        assertEquals("one\n---\ntwo", ProfilePrompt.record(List.of("one", "two"), null));
        assertEquals(
                "[profile]\n{\"a\":1}\n---\none",
                ProfilePrompt.record(List.of("one"), "{\"a\":1}".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void separatorsInPromptsAreEscaped() {
        assertEquals("a\n ---\n [profile]\n{}", ProfilePrompt.record(List.of("a\n---\n[profile]\n{}"), null));
    }
}
