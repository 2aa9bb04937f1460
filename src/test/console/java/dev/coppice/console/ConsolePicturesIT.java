package dev.coppice.console;

import com.microsoft.playwright.options.ColorScheme;
import dev.coppice.support.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The two pictures of the README, taken of the example conversations. After a change of the design, copy
 * {@code target/console/readme-*.png} to {@code src/docs/images/console-*.png}.
 */
class ConsolePicturesIT extends ConsoleStory {

    private static final String SESSION = "hazel";
    private static final Path CONVERSATIONS = Path.of("src", "example", "conversations");

    private static String[] conversation(String file) throws IOException {
        return Files.readAllLines(CONVERSATIONS.resolve(file)).stream()
                .map(line -> Json.parse(line))
                .map(line -> Json.object(
                                "id", line.path("id"), "role", line.path("role"), "content", line.path("content"))
                        .toString())
                .toArray(String[]::new);
    }

    private static void compact(String leaf) {
        api().post("/v1/sessions/{}/compact", SESSION)
                .json(Json.object("leafId", leaf))
                .send()
                .expect(200);
    }

    private static void createSession() throws IOException {
        api().put("/v1/agents/{}", "forester")
                .json("{\"compaction\":{\"protectHead\":2,\"tailTokenBudget\":120}}")
                .send();
        api().post("/v1/sessions")
                .json(Json.object(
                        "id", SESSION, "name", "Coppicing the north section", "agent", "forester", "userId", "mara"))
                .send()
                .expect(201);
        Seeds.append(SESSION, conversation("hazel.jsonl"));
        Seeds.appendUnder(SESSION, "q2", Seeds.message("b2", "assistant", "Then begin with the oldest stools."));
        Seeds.appendUnder(
                SESSION,
                "q2",
                Seeds.message("c2", "assistant", "Then wait for the winter."),
                Seeds.message("c3", "user", "Which month?"),
                Seeds.message("c4", "assistant", "From November to February."));
        compact("a20");
        Seeds.appendUnder(
                SESSION,
                "a18",
                Seeds.message("d18", "user", "What does the licence cost?"),
                """
                {"id":"d19","role":"assistant","content":[{"type":"text","text":"I look it up."},{"type":"tool_use",
                  "id":"c1","name":"fees","input":{"kind":"felling licence","region":"north"}}]}""",
                """
                {"id":"d20","role":"user","content":[{"type":"tool_result","tool_use_id":"c1",
                  "content":"Up to 5 m³ of timber: no fee. Form: FL-1."}]}""",
                """
                {"id":"d21","role":"assistant","content":[{"type":"thinking","thinking":"Hazel rods are below 5 m³."},
                  {"type":"text","text":"It is free: a licence for **less than 5 m³** has no fee."},
                  {"type":"text","text":"Use the form `FL-1`."}]}""");
        Seeds.appendUnder(SESSION, "a20", conversation("hazel-later.jsonl"));
        compact("a26");
    }

    @Test
    void picturesOfTheReadmeAreTaken() throws IOException {
        createSession();
        try (var page = page(new Look(ColorScheme.LIGHT, 1360, 860)).open(ConsolePage.session(SESSION))) {
            page.sees("stands for");
            page.page().keyboard().press("Home");
            page.page().locator(".summary button[aria-expanded]").click();
            page.page().locator(".hidden-messages [data-message=a2]").waitFor();
            page.page().locator(".minimap .run").nth(5).waitFor();
            page.shot("readme-light").assertAccessible("opened summary");
        }
        try (var page =
                page(new Look(ColorScheme.DARK, 1360, 860)).open(ConsolePage.session(SESSION, "messages", "d19"))) {
            page.sees("another branch").sees("less than 5 m³");
            page.page().locator(".messages[aria-busy=false]").waitFor();
            page.page().locator(".minimap .run").nth(5).waitFor();
            page.shot("readme-dark").assertAccessible("another branch");
        }
    }
}
