package dev.coppice.contract;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;

/** Requests for agents, context blocks and prompts, shared by their tests. */
abstract class PromptApi extends SearchApi {
    static final String AGENT = "/v1/agents/{}";
    static final String CONTEXT = "/v1/sessions/{}/context";
    static final String BLOCK = CONTEXT + "/{}";
    static final String ENTRIES = BLOCK + "/entries";
    static final String ENTRY = ENTRIES + "/{}";
    static final String PROMPT = "/v1/sessions/{}/prompt";
    static final String RULE = "═".repeat(46);

    /** Creates an agent with these blocks, JSON with single quotes, and returns its name. */
    static String agent(String... blocks) {
        return agentWith("", blocks);
    }

    /** @param members fields of the agent besides {@code context}, each with a comma after it */
    static String agentWith(String members, String... blocks) {
        var name = unique("agent");
        declare(api(), name, members, blocks).expect(201);
        return name;
    }

    static HttpAnswer declare(Api api, String name, String members, String... blocks) {
        var body = "{" + members + "'context':[" + String.join(",", blocks) + "]}";
        return api.put(AGENT, name).json(body.replace('\'', '"')).send();
    }

    /** Creates a session of a new agent with these blocks. */
    static String sessionWith(String... blocks) {
        return sessionOf(agent(blocks), null);
    }

    static String sessionOf(String agent, String user) {
        var id = unique("s");
        create(Json.object("id", id, "agent", agent, "userId", user)).expect(201);
        return id;
    }

    static HttpAnswer block(String session, String label) {
        return api().get(BLOCK, session, label).send();
    }

    static String content(String session, String label) {
        return block(session, label).expect(200).at("/content");
    }

    static HttpAnswer write(String session, String label, String content) {
        return api().put(BLOCK, session, label)
                .json(Json.object("content", content))
                .send();
    }

    static HttpAnswer appendTo(String session, String label, String content) {
        return api().post(BLOCK + "/append", session, label)
                .json(Json.object("content", content))
                .send();
    }

    static HttpAnswer addBlock(String session, String block) {
        return api().post(CONTEXT, session).json(block.replace('\'', '"')).send();
    }

    static HttpAnswer putEntry(String session, String label, String key, String content, String description) {
        return api().put(ENTRY, session, label, key)
                .json(Json.object("content", content, "description", description))
                .send();
    }

    static HttpAnswer prompt(String session) {
        return api().get(PROMPT, session).send().expect(200);
    }

    static String promptOf(String session) {
        return prompt(session).at("/prompt");
    }

    static HttpAnswer refresh(String session) {
        return api().post(PROMPT + "/refresh", session).send();
    }

    /** A section as the prompt renders it. */
    static String section(String header, String content) {
        return RULE + '\n' + header + '\n' + RULE + (content.isEmpty() ? "" : '\n' + content);
    }

    /** The session without the one member that includes the tokens of the frozen prompt. */
    static String withoutContextTokens(HttpAnswer session) {
        return session.text().replaceFirst("\"contextTokens\":\\d+,", "");
    }
}
