package dev.coppice.contract;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;

/** Requests for turns, shared by their tests. */
abstract class TurnApi extends ToolApi {
    static final String TURN = "/v1/sessions/{}/turn";

    /** @param query names and values */
    static HttpAnswer requestTurn(String session, String... query) {
        var call = api().get(TURN, session);
        for (int i = 0; i < query.length; i += 2) {
            call = call.query(query[i], query[i + 1]);
        }
        return call.send();
    }

    static HttpAnswer turn(String session, String... query) {
        return requestTurn(session, query).expect(200);
    }

    /** An assistant message in the AI SDK's format that called a tool. */
    static String toolCallMessage(String id, String output) {
        return """
                {"id":%s,"role":"assistant","parts":[{"type":"tool-weather","toolCallId":"c1",\
                "state":"output-available","input":{"city":"Kyoto"},"output":%s},\
                {"type":"text","text":"19 degrees."}],"createdAt":"2026-03-01T10:00:00.000Z"}"""
                .formatted(Json.quote(id), Json.quote(output));
    }

    /** Creates a session with a question and an answer that called a tool. */
    static String sessionWithToolCall() {
        var id = session();
        append(id, message("q", "How warm is it?"), toolCallMessage("a", "19")).expect(201);
        return id;
    }
}
