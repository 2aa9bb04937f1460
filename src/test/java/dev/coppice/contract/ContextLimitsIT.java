package dev.coppice.contract;

import dev.coppice.support.LimitedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A setting limits the bytes of a block's text, however the text is written. */
@DatabaseNeutral
@ExtendWith(LimitedServer.class)
class ContextLimitsIT extends PromptApi {
    private static String block(int bytes) {
        return "{'label':'m','content':'" + "é".repeat(bytes / 2) + "'}";
    }

    @Test
    void textBeyondLimitIsRefused() {
        var api = LimitedServer.api();
        int max = LimitedServer.MAX_TEXT_BYTES;
        var agent = unique("agent");
        declare(api, agent, "", block(max + 2)).problem(413, "too-large");
        api.get(AGENT, agent).send().problem(404, "agent-not-found");
        declare(api, agent, "", block(max)).expect(201);
        var id = unique("s");
        api.put(SESSION, id).send().expect(201);
        var add = api.post(CONTEXT, id);
        add.json(block(max + 2).replace('\'', '"')).send().problem(413, "too-large");
        add.json(block(max).replace('\'', '"')).send().expect(201);
    }
}
