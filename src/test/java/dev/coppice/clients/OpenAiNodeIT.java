package dev.coppice.clients;

import dev.coppice.support.NeedsNode;
import dev.coppice.support.NodeProject;
import dev.coppice.support.SharedServer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The npm packages {@code openai} and {@code @openai/agents}. The programs in {@code src/test/clients/openai} contain the assertions. */
@ExtendWith({NeedsNode.class, SharedServer.class})
class OpenAiNodeIT {

    @Test
    void modelsAreNotServed() {
        run("models.mjs");
    }

    @Test
    void clientOfConversationsWorks() {
        run("conversations.mjs");
    }

    @Test
    void sessionOfAgentsSdkWorks() {
        run("session.mjs");
    }

    @Test
    void runnerWithElevenParallelToolCallsKeepsItsHistory() {
        run("runner.mjs");
    }

    private static void run(String script) {
        var server = SharedServer.server();
        NodeProject.named("openai")
                .node(Map.of("COPPICE_URL", server.uri() + "/v1", "COPPICE_TOKEN", server.token()), script);
    }
}
