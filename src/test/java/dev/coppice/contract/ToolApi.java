package dev.coppice.contract;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Requests for tools, shared by their tests. */
abstract class ToolApi extends PromptApi {
    static final String TOOLS = "/v1/sessions/{}/tools";
    static final String TOOL = TOOLS + "/{}";

    static final String SOUL = "{'label':'soul','provider':{'type':'text'},'content':'Be kind.'}";
    static final String MEMORY = "{'label':'memory','description':'Learned facts','maxTokens':10}";
    static final String SKILLS = "{'label':'skills','provider':{'type':'skills'}}";
    static final String KNOWLEDGE = "{'label':'knowledge','provider':{'type':'search'}}";

    static HttpAnswer list(String session) {
        return api().get(TOOLS, session).send().expect(200);
    }

    static List<String> names(String session) {
        return StreamSupport.stream(list(session).json().path("tools").spliterator(), false)
                .map(tool -> Json.text(tool.at("/function/name")))
                .toList();
    }

    static String description(String session, String tool) {
        return StreamSupport.stream(list(session).json().path("tools").spliterator(), false)
                .filter(listed -> tool.equals(Json.text(listed.at("/function/name"))))
                .map(listed -> Json.text(listed.at("/function/description")))
                .findFirst()
                .orElseThrow();
    }

    static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(Json::text).toList();
    }

    /** @param arguments JSON with single quotes */
    static HttpAnswer call(String session, String tool, String arguments) {
        return api().post(TOOL, session, tool)
                .json(arguments.replace('\'', '"'))
                .send();
    }

    static String result(String session, String tool, String arguments) {
        return call(session, tool, arguments).expect(200).at("/result");
    }

    /** An assistant message in the AI SDK's format that loaded a skill. */
    static String skillLoadMessage(String id, String key, String output) {
        return """
                {"id":%s,"role":"assistant","parts":[{"type":"tool-load_context","toolCallId":"c1",\
                "state":"output-available","input":{"label":"skills","key":%s},"output":%s}]}"""
                .formatted(Json.quote(id), Json.quote(key), Json.quote(output));
    }
}
