package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.coppice.support.GeneratedClients;
import dev.coppice.support.Json;
import dev.coppice.support.SharedServer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clients that are generated from the document that the server serves at {@code /openapi}. */
@DatabaseNeutral
class ClientsIT extends Contract {

    private static final String QUESTION =
            """
            {"id":"q1","role":"user","createdAt":"2026-03-01T10:00:00.000Z",
             "parts":[{"type":"text","text":"How warm is Kyoto? ☃"}],
             "metadata":{"channel":"web","scores":[1,2.5,true,null],"note":null}}""";
    private static final String TOOL_PARTS =
            """
            {"id":"a1","role":"assistant","createdAt":1772359201000,"parts":[
             {"type":"tool-weather","toolCallId":"c1","state":"output-available",
              "input":{"city":"Kyoto","tool_calls":[]},"output":{"celsius":[19,21]}},
             {"type":"text","text":"19 °C."}]}""";
    private static final String TOOL_CALLS =
            """
            {"id":"a2","role":"assistant","createdAt":"2026-03-01T10:00:02.000Z","content":null,
             "tool_calls":[{"id":"c2","type":"function","function":{"name":"weather","arguments":"{}"}}]}""";
    private static final String TOOL_RESULT =
            """
            {"id":"t2","role":"tool","createdAt":"2026-03-01T10:00:03.000Z","tool_call_id":"c2","content":"20 °C"}""";

    private static GeneratedClients clients;

    @BeforeAll
    static void generate() {
        clients = GeneratedClients.of(
                api().as(null).get("/openapi").send().expect(200).body());
    }

    @Test
    void historyIsEqualAfterRoundTripThroughJavaClient() throws Exception {
        var session = unique("s");
        var messages = Json.parse("[" + String.join(",", QUESTION, TOOL_PARTS, TOOL_CALLS, TOOL_RESULT) + "]");
        var read = clients.compileJava("RoundTrip.java")
                .loadClass("dev.coppice.client.RoundTrip")
                .getMethod("run", String.class, String.class, String.class, String.class)
                .invoke(null, api().base().toString(), SharedServer.server().token(), session, messages.toString());
        assertEquals(messages, Json.parse(read.toString()));
        assertEquals(messages, history(session).json().path("messages"));
    }

    /** Copies all members, and renames none of them. */
    @Test
    void typeScriptClientKeepsContentOfMessages() throws IOException {
        for (var type : List.of("Message", "NewMessage")) {
            var source = clients.read("typescript", "models/" + type + ".ts");
            for (var copy : List.of("[key: string]: any", "...json,", "...value,")) {
                assertTrue(source.contains(copy), type + " without " + copy);
            }
            for (var member : List.of("parts", "content", "tool_calls", "toolCalls", "createdAt")) {
                assertFalse(source.contains("'" + member + "'"), type + " has a rule for " + member);
            }
        }
        var history = clients.read("typescript", "models/History.ts");
        assertTrue(history.contains("messages: Array<Message>;"), history);
    }

    @Test
    void pythonClientKeepsContentOfMessages() throws IOException {
        for (var file : List.of("message", "new_message")) {
            var source = clients.read("python", "openapi_client/models/" + file + ".py");
            assertTrue(source.contains("additional_properties: Dict[str, Any]"), source);
            assertTrue(source.contains("__properties: ClassVar[List[str]] = [\"id\", \"role\"]"), source);
        }
    }

    @Test
    void pythonClientCompiles() {
        assumeTrue(GeneratedClients.hasPython(), "python3 is missing: the Python client was generated, not compiled");
        clients.compilePython();
    }
}
