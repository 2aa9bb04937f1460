package dev.coppice.clients;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Json;
import dev.coppice.support.NeedsNode;
import dev.coppice.support.NodeProject;
import dev.coppice.support.SharedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of the Model Context Protocol. The programs in {@code src/test/clients/mcp} contain the assertions. */
@ExtendWith({NeedsNode.class, SharedServer.class})
class McpIT {

    private static final Path PAGE = Path.of("src/docs/mcp.md");
    private static final Pattern VARIABLE =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    @ParameterizedTest
    @ValueSource(strings = {"client.mjs", "sdk1.mjs", "inspector.mjs", "conformance.mjs"})
    void clientWorks(String script) {
        run(script);
    }

    /** The page shows the program and what it prints; times and generated ids differ. */
    @Test
    void tourIsAsDocumented() throws IOException {
        var page = Files.readString(PAGE);
        assertTrue(page.contains("```js\n" + Files.readString(Path.of("src/test/clients/mcp/tour.mjs")) + "```"));
        var printed = "```text\n" + run("tour.mjs") + "```";
        assertTrue(stable(page).contains(stable(printed)), printed);
    }

    private static String stable(String text) {
        return VARIABLE.matcher(text).replaceAll("…");
    }

    private static String run(String script) {
        var server = SharedServer.server();
        var environment = Map.of("COPPICE_URL", server.uri().toString(), "COPPICE_TOKEN", token(SharedServer.api()));
        return NodeProject.named("mcp").node(environment, script);
    }

    /** A token of a new tenant, whose name is that of the user. */
    private static String token(Api api) {
        return api.post("/v1/tokens")
                .json(Json.object("tenant", "t-" + UUID.randomUUID(), "name", "ada", "scopes", List.of("write")))
                .send()
                .expect(201)
                .at("/token");
    }
}
