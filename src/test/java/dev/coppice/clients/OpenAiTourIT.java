package dev.coppice.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.NeedsNode;
import dev.coppice.support.NodeProject;
import dev.coppice.support.SharedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The program and its output in {@code src/docs/openai-conversations.md}. */
@ExtendWith({NeedsNode.class, SharedServer.class})
class OpenAiTourIT {
    private static final Path PAGE = Path.of("src/docs/openai-conversations.md");
    private static final String COMMAND = "node tour.mjs\n";

    @Test
    void tourPrintsWhatThePageShows() throws IOException {
        var page = Files.readString(PAGE);
        var server = SharedServer.server();
        var project = NodeProject.named("openai");
        var output =
                project.node(Map.of("COPPICE_URL", server.uri() + "/v1", "COPPICE_TOKEN", server.token()), "tour.mjs");
        var program = Files.readString(project.home().resolve("tour.mjs"));
        assertTrue(page.contains("```js\n" + program + "```"), "the page shows another program than tour.mjs");
        var from = page.indexOf(COMMAND) + COMMAND.length();
        assertEquals(stable(output), stable(page.substring(from, page.indexOf("```", from))));
    }

    /** The text without ids and times, which differ in every run. */
    private static String stable(String text) {
        return text.replaceAll("conv_[0-9a-f]{48}", "conv_…").replaceAll("created_at: \\d+", "created_at: …");
    }
}
