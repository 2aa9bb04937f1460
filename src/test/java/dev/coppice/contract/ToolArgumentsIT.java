package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms in which clients send a model's arguments, and mistakes of models in arguments. */
@DatabaseNeutral
class ToolArgumentsIT extends ToolApi {
    private static final String COFFEE = "{\"label\":\"memory\",\"content\":\"Likes \\\"coffee\\\".\"}";

    /** {@code %s} is the JSON object of the arguments, {@code %2$s} the same as a JSON string. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s",
                "{\"arguments\":%2$s}",
                "{\"name\":\"set_context\",\"arguments\":%2$s}",
                "{\"type\":\"function_call\",\"call_id\":\"c1\",\"name\":\"set_context\",\"arguments\":%2$s}",
                "{\"arguments\":%s}",
                "{\"name\":\"set_context\",\"arguments\":%s,\"_meta\":{\"progressToken\":1}}"
            })
    void argumentsMayBeBareOrWrapped(String body) {
        var id = sessionWith(MEMORY);
        var answer = api().post(TOOL, id, "set_context")
                .json(body.formatted(COFFEE, Json.quote(COFFEE)))
                .send()
                .expect(200);
        assertEquals("Written to memory. Usage: 40% (4/10 tokens)", answer.at("/result"));
        assertEquals("Likes \"coffee\".", content(id, "memory"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "label: memory",
                "[]",
                "\"text\"",
                "null",
                "{}x",
                "{\"label\":\"memory\",\"label\":\"memory\"}",
                "\u0000\u0000"
            })
    void unreadableTextIsErrorOfModel(String text) {
        var id = sessionWith(MEMORY);
        var answer = api().post(TOOL, id, "set_context")
                .json("{\"arguments\":" + Json.quote(text) + "}")
                .send()
                .expect(200);
        assertEquals(
                "Error: \"arguments\" is not a JSON object; arguments: label, content, action", answer.at("/result"));
        assertEquals("", content(id, "memory"));
    }

    @Test
    void deeplyNestedTextIsErrorOfModel() {
        var id = sessionWith(MEMORY);
        for (var text : new String[] {"[".repeat(100_000), "{\"a\":".repeat(100_000)}) {
            var answer = api().post(TOOL, id, "set_context")
                    .json(Json.object("arguments", text))
                    .send()
                    .expect(200);
            assertTrue(answer.at("/result").startsWith("Error: "), answer.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"arguments\":\"\"}", "{\"arguments\":\" \"}", "{\"arguments\":null}", "{\"arguments\":{}}"})
    void emptyArgumentsAreReportedAsMissing(String body) {
        var answer = api().post(TOOL, sessionWith(MEMORY), "set_context")
                .json(body)
                .send()
                .expect(200);
        assertEquals("Error: \"label\" is missing; arguments: label, content, action", answer.at("/result"));
    }

    @Test
    void bodyThatIsNotJsonIsErrorOfClient() {
        var id = sessionWith(MEMORY);
        api().post(TOOL, id, "set_context").json("{\"arguments\":").send().problem(400, "malformed");
        api().post(TOOL, id, "load_context")
                .json("{\"arguments\":\"{\"}")
                .send()
                .problem(404, "tool-not-found");
    }

    @Test
    void wrappedCallIsReplayed() {
        var id = sessionWith("{'label':'notes'}");
        var body = Json.object("arguments", "{\"label\":\"notes\",\"content\":\"one\",\"action\":\"append\"}");
        var call = api().post(TOOL, id, "set_context")
                .header("Idempotency-Key", unique("key"))
                .json(body);
        var first = call.send().expect(200);
        var second = call.send().expect(200);
        assertEquals("true", second.header("Idempotency-Replayed"));
        assertArrayEquals(first.body(), second.body());
        assertEquals("one", content(id, "notes"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "set_context|{}|Error: \"label\" is missing; arguments: label, content, action, key, metadata",
                "set_context|{'label':'memory','text':'c'}"
                        + "|Error: \"content\" is missing; arguments: label, content, action, key, metadata",
                "load_context|{'block':'skills','key':'k'}|Error: \"label\" is missing; arguments: label, key",
                "unload_context|{'label':'skills'}|Error: \"key\" is missing; arguments: label, key",
                "search_context|{'label':'knowledge','q':'oak'}|Error: \"query\" is missing; arguments: label, query",
                "session_search|{'q':'oak'}|Error: \"query\" is missing; arguments: query"
            })
    void errorNamesArgumentsOfTool(String tool, String arguments, String expected) {
        var id = sessionOf(agentWith("'searchableHistory':true,", MEMORY, SKILLS, KNOWLEDGE), null);
        assertEquals(expected, result(id, tool, arguments));
    }

    @Test
    void unknownArgumentsAreIgnored() {
        var id = sessionOf(agentWith("'searchableHistory':true,", MEMORY, SKILLS, KNOWLEDGE), null);
        assertEquals(
                "Written to memory. Usage: 20% (2/10 tokens)",
                result(id, "set_context", "{'label':'memory','content':'c','mode':'w','why':{'a':[[{}]]},'n':null}"));
        assertEquals(
                "Indexed \"tea\" in skills.",
                result(
                        id,
                        "set_context",
                        "{'label':'skills','content':'Steep.','metadata':{'title':'Tea','tags':['a']}}"));
        assertEquals("Steep.", result(id, "load_context", "{'label':'skills','key':'tea','format':'md'}"));
        assertEquals(
                "No results found.", result(id, "search_context", "{'label':'knowledge','query':'oak','limit':3}"));
        assertEquals("No results found.", result(id, "session_search", "{'query':'" + uniqueWord() + "','limit':3}"));
        assertEquals(
                "Skill \"k\" is not currently loaded in \"skills\".",
                result(id, "unload_context", "{'label':'skills','key':'k','all':true}"));
    }

    /** An OpenAI schema with {@code strict} must refuse additional properties, so the listed one does. */
    @Test
    void listedSchemaRefusesUnknownArguments() {
        var schema = list(sessionWith(MEMORY)).json().at("/tools/0/function/parameters");
        assertEquals("false", Json.text(schema.path("additionalProperties")));
    }
}
