package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Skills that a model has loaded are detected in the history in every message format. */
@DatabaseNeutral
class SkillShapesIT extends ToolApi {
    private static final String DOCUMENT = "Arr!\n\"Ahoy\" 🏴‍☠️ \\ ═══";
    private static final String PIRATE = "{'label':'skills','key':'pirate'}";

    /** How a client stores a call of {@code load_context} and its result. */
    enum Shape {
        AI_SDK_UI(
                "/0/parts/1/output",
                """
                {"id":"%s-call","role":"assistant","parts":[{"type":"step-start"},{"type":"tool-load_context",
                 "toolCallId":"%1$s","state":"output-available","input":%2$s,"output":%4$s}]}"""),
        AI_SDK_MODEL(
                "/1/content/0/output/value",
                """
                {"id":"%s-call","role":"assistant","content":[{"type":"tool-call","toolCallId":"%1$s",
                 "toolName":"load_context","input":%2$s}]}""",
                """
                {"id":"%s-result","role":"tool","content":[{"type":"tool-result","toolCallId":"%1$s",
                 "toolName":"load_context","output":{"type":"text","value":%4$s}}]}"""),
        OPENAI(
                "/1/content",
                """
                {"id":"%s-call","role":"assistant","content":null,"tool_calls":[{"id":"%1$s","type":"function",
                 "function":{"name":"load_context","arguments":%3$s}}]}""",
                """
                {"id":"%s-result","role":"tool","tool_call_id":"%1$s","content":%4$s}"""),
        OPENAI_RESPONSES(
                "/1/content/0/output",
                """
                {"id":"%s-call","role":"assistant","content":[{"type":"function_call","call_id":"%1$s",
                 "name":"load_context","arguments":%3$s}]}""",
                """
                {"id":"%s-result","role":"tool","content":[{"type":"function_call_output","call_id":"%1$s",
                 "output":%4$s}]}"""),
        ANTHROPIC(
                "/1/content/0/content",
                """
                {"id":"%s-call","role":"assistant","content":[{"type":"text","text":"One moment."},
                 {"type":"tool_use","id":"%1$s","name":"load_context","input":%2$s}]}""",
                """
                {"id":"%s-result","role":"user","content":[{"type":"tool_result","tool_use_id":"%1$s",
                 "content":%4$s}]}"""),
        ANTHROPIC_BLOCKS(
                "/1/content/0/content",
                """
                {"id":"%s-call","role":"assistant","content":[{"type":"tool_use","id":"%1$s","name":"load_context",
                 "input":%2$s}]}""",
                """
                {"id":"%s-result","role":"user","content":[{"type":"tool_result","tool_use_id":"%1$s",
                 "content":[{"type":"text","text":%4$s}]}]}""");

        private final String output;
        private final List<String> messages;

        Shape(String output, String... messages) {
            this.output = output;
            this.messages = List.of(messages);
        }

        /** The messages of a call and its result; a single one where the format stores both in one message. */
        List<String> load(String call, String key, String document) {
            var arguments = Json.object("label", "skills", "key", key).toString();
            return messages.stream()
                    .map(message -> message.formatted(call, arguments, Json.quote(arguments), Json.quote(document)))
                    .toList();
        }

        /** JSON pointer of the first call's output in the history. */
        String output() {
            return "/messages" + output;
        }
    }

    private static String sessionWithSkills() {
        var id = sessionWith(SKILLS);
        putEntry(id, "skills", "pirate", DOCUMENT, null).expect(201);
        putEntry(id, "skills", "cook", "Stir.", null).expect(201);
        return id;
    }

    private static void load(String session, Shape format, String call, String key) {
        var document = result(session, "load_context", "{'label':'skills','key':'%s'}".formatted(key));
        append(session, format.load(call, key, document).toArray(String[]::new)).expect(201);
    }

    private static boolean isLoaded(String session, String key) {
        return description(session, "unload_context").contains("- \"" + key + "\" in \"skills\"");
    }

    @ParameterizedTest
    @EnumSource
    void loadedSkillIsUnloaded(Shape format) {
        var id = sessionWithSkills();
        load(id, format, "c1", "pirate");
        load(id, format, "c2", "cook");
        assertTrue(isLoaded(id, "pirate") && isLoaded(id, "cook"));
        var before = history(id).text();
        assertEquals("Unloaded \"pirate\" from skills. Context reclaimed.", result(id, "unload_context", PIRATE));
        assertFalse(isLoaded(id, "pirate"));
        assertTrue(isLoaded(id, "cook"));
        var after = history(id);
        assertEquals("[skill unloaded: pirate]", after.at(format.output()));
        assertTrue(after.text().contains("Stir."));
        assertFalse(after.text().contains("Ahoy"));
        assertEquals(path(id).size(), 2 * format.messages.size());
        assertEquals("Skill \"pirate\" is not currently loaded in \"skills\".", result(id, "unload_context", PIRATE));
        assertTrue(before.contains("Ahoy"));
        load(id, format, "c3", "pirate");
        assertTrue(isLoaded(id, "pirate"), "the skill can be loaded again");
    }

    @ParameterizedTest
    @EnumSource
    void callWithoutResultLoadsNothing(Shape format) {
        var id = sessionWithSkills();
        if (format.messages.size() > 1) {
            append(id, format.load("c1", "pirate", DOCUMENT).get(0)).expect(201);
        }
        append(id, format.load("c2", "none", "Not found: none").toArray(String[]::new))
                .expect(201);
        assertFalse(isLoaded(id, "pirate"));
        assertFalse(isLoaded(id, "none"));
        assertEquals("Skill \"pirate\" is not currently loaded in \"skills\".", result(id, "unload_context", PIRATE));
    }

    @Test
    void unloadReplacesAllOutputsOnPathOnly() {
        var id = sessionWithSkills();
        append(id, message("root", "Talk like a pirate.")).expect(201);
        for (var format : Shape.values()) {
            load(id, format, format.name(), "pirate");
            load(id, format, format.name() + "-cook", "cook");
        }
        var leaf = path(id).get(path(id).size() - 1);
        appendUnder(id, "root", Shape.OPENAI.load("aside", "pirate", DOCUMENT).toArray(String[]::new))
                .expect(201);
        var otherPath = path(id);
        appendUnder(id, leaf, message("last", "Thanks.")).expect(201);
        var before = bodies(api(), id);
        result(id, "unload_context", PIRATE);
        var after = bodies(api(), id);
        var expected = new ArrayList<String>();
        for (var body : before) {
            expected.add(body.replace(Json.quote(DOCUMENT), "\"[skill unloaded: pirate]\""));
        }
        assertEquals(Json.parse(withoutBlocks(expected)), Json.parse(withoutBlocks(after)));
        assertFalse(String.join("", after).contains("Ahoy"));
        var otherBranch = api().get(HISTORY, id)
                .query("leafId", otherPath.get(otherPath.size() - 1))
                .send()
                .expect(200);
        assertEquals(DOCUMENT, otherBranch.at("/messages/2/content"), "the output on another branch is kept");
    }

    private static List<String> bodies(Api api, String session) {
        var bodies = new ArrayList<String>();
        api.get(HISTORY, session)
                .send()
                .expect(200)
                .json()
                .path("messages")
                .forEach(message -> bodies.add(message.toString()));
        return bodies;
    }

    /** Replaces Anthropic's list of text blocks by one string. */
    private static String withoutBlocks(List<String> bodies) {
        return ("[" + String.join(",", bodies) + "]")
                .replace("[{\"type\":\"text\",\"text\":\"[skill unloaded: pirate]\"}]", "\"[skill unloaded: pirate]\"");
    }

    @Test
    void deletedOrClearedResultUnloadsSkill() {
        var id = sessionWithSkills();
        load(id, Shape.ANTHROPIC, "c1", "pirate");
        load(id, Shape.OPENAI, "c2", "cook");
        api().delete(MESSAGE, id, "c1-result").send().expect(204);
        assertFalse(isLoaded(id, "pirate"));
        assertTrue(isLoaded(id, "cook"));
        api().post(SESSION + "/clear", id).send().expect(200);
        assertFalse(isLoaded(id, "cook"));
    }
}
