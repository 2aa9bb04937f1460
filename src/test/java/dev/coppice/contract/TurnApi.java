package dev.coppice.contract;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;

/** The words in which the tests of turns speak. */
abstract class TurnApi extends ToolApi {
    static final String TURN = "/v1/sessions/{}/turn";

    /** @param query names and values */
    static HttpAnswer ask(String session, String... query) {
        var call = api().get(TURN, session);
        for (int i = 0; i < query.length; i += 2) {
            call = call.query(query[i], query[i + 1]);
        }
        return call.send();
    }

    static HttpAnswer turn(String session, String... query) {
        return ask(session, query).expect(200);
    }

    /** An assistant's message that called a tool. */
    static String tool(String id, String output) {
        return """
                {"id":%s,"role":"assistant","parts":[{"type":"tool-weather","toolCallId":"c1",\
                "state":"output-available","input":{"city":"Kyoto"},"output":%s},\
                {"type":"text","text":"19 degrees."}],"createdAt":"2026-03-01T10:00:00.000Z"}"""
                .formatted(Json.quote(id), Json.quote(output));
    }

    /** A question, and an answer with the help of a tool. */
    static String weather() {
        var id = session();
        append(id, message("q", "How warm is it?"), tool("a", "19")).expect(201);
        return id;
    }
}
