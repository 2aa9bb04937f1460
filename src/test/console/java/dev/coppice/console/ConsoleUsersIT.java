package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Route;
import dev.coppice.support.Json;
import dev.coppice.support.ModelScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** View 10: somebody corrects a profile, and erases a user who asked for it. */
class ConsoleUsersIT extends ConsoleStory {

    private static final Pattern PROFILE = Pattern.compile(".*/v1/users/[^/]*/profile");

    private static String user() {
        var user = Seeds.unique("ada");
        Seeds.garden(Seeds.unique("garden"), user);
        api().put("/v1/users/{}/profile", user)
                .json("{\"tone\":\"formal\",\"interests\":[\"hazel\",\"bees\"],\"goals\":{\"spring\":[1,2]}}")
                .send()
                .expect(201);
        return user;
    }

    @Test
    void profileIsEditedAndConcurrentEditIsRefused() {
        var user = user();
        try (var page = page().open("/users")) {
            page.field("User id").fill(user);
            page.page().keyboard().press("Enter");
            page.field("tone").fill("calm");
            page.field("interests").fill("hazel\nowls");
            page.button("Save the profile").click();
            page.sees("The profile is saved.");
            assertEquals("calm", api().get("/v1/users/{}/profile", user).send().at("/tone"));
            page.sees("version 2");
            api().patch("/v1/users/{}/profile", user)
                    .json("{\"tone\":\"loud\"}")
                    .send()
                    .expect(200);
            page.field("tone").fill("quiet");
            page.button("Save the profile").click();
            page.sees("stale-version");
            page.button("Try again").click();
            page.sees("version 3");
        }
        var profile = api().get("/v1/users/{}/profile", user).send().expect(200);
        assertEquals(
                "{\"tone\":\"loud\",\"interests\":[\"hazel\",\"owls\"],\"goals\":{\"spring\":[1,2]}}",
                Json.parse(profile.body()).toString());
    }

    @Test
    void fieldsThatNobodyEditsKeepTheirDigits() {
        var user = Seeds.unique("ada");
        var profile = "{\"tone\":\"formal\",\"number\":12345678901234567890,\"price\":1.50}";
        api().put("/v1/users/{}/profile", user).json(profile).send().expect(201);
        try (var page = page().open("/users/" + user)) {
            page.field("tone").fill("calm");
            page.button("Save the profile").click();
            page.sees("The profile is saved.");
        }
        assertEquals(
                profile.replace("formal", "calm"),
                api().get("/v1/users/{}/profile", user).send().text());
    }

    @Test
    void formIsDisabledUntilTheSavedProfileIsRead() {
        var user = user();
        try (var page = page().open("/users/" + user)) {
            page.field("tone").fill("calm");
            var held = new ArrayDeque<Route>();
            page.page().route(PROFILE, held::add);
            page.button("Save the profile").click();
            answerWhileDisabled(page, held, "PUT");
            answerWhileDisabled(page, held, "GET");
            page.sees("version 2");
            assertFalse(isDisabled(page));
            assertEquals("calm", page.field("tone").inputValue());
        }
    }

    /** The user has no messages, so the profile keeps its version. */
    @Test
    void formIsDisabledWhileMessagesAreAnalyzed() {
        var user = Seeds.unique("ada");
        api().put("/v1/users/{}/profile", user)
                .json("{\"tone\":\"formal\"}")
                .send()
                .expect(201);
        try (var page = page().open("/users/" + user)) {
            page.field("tone").waitFor();
            var held = new ArrayDeque<Route>();
            page.page().route(PROFILE, held::add);
            page.button("Let the model analyze").click();
            inDialog(page, "Analyze");
            answerWhileDisabled(page, held, "POST");
            answerWhileDisabled(page, held, "GET");
            page.sees("The model found nothing new.");
            page.field("tone").fill("calm");
            page.page().unroute(PROFILE);
            page.button("Save the profile").click();
            page.sees("version 2");
        }
        assertEquals("calm", api().get("/v1/users/{}/profile", user).send().at("/tone"));
    }

    /** Waits for a request that is held, and lets it go on. */
    private static void answerWhileDisabled(ConsolePage page, Queue<Route> held, String method) {
        page.page().waitForCondition(() -> !held.isEmpty());
        assertTrue(isDisabled(page), method);
        var route = held.remove();
        assertEquals(method, route.request().method());
        route.resume();
    }

    private static boolean isDisabled(ConsolePage page) {
        return Boolean.TRUE.equals(page.field("tone").evaluate("field => field.matches(':disabled')"));
    }

    @Test
    void profileIsAnalyzedAndDeleted() {
        var user = Seeds.unique("ada");
        Seeds.garden(Seeds.unique("garden"), user);
        ConsoleServer.model().play(ModelScript.answer("{\"tone\":\"casual\",\"interests\":[\"hazel\"]}"));
        try (var page = page().open("/users/" + user)) {
            page.sees("none yet");
            page.button("Let the model analyze").click();
            inDialog(page, "Analyze");
            page.sees("The profile is new");
            page.field("tone").waitFor();
            assertEquals("casual", page.field("tone").inputValue());
            page.button("Delete").click();
            page.sees("There is no undo.");
            inDialog(page, "Delete");
            page.sees("The profile is deleted.").sees("none yet");
        }
        assertEquals(404, api().get("/v1/users/{}/profile", user).send().status());
    }

    @Test
    void erasureNeedsTypedIdAndGivesReceipt() throws IOException {
        var user = user();
        try (var page = page().open("/users/" + user)) {
            page.sees("1 session").sees("8 messages").sees("a profile");
            assertTrue(page.button("Erase").isDisabled());
            page.field("Type the id of the user to erase it").fill(user);
            page.button("Erase").click();
            page.sees("The user is erased.");
            var download = page.page()
                    .waitForDownload(() -> page.button("Download the receipt").click());
            var file = Path.of("target", "console", "receipt.json");
            download.saveAs(file);
            var receipt = Json.parse(Files.readString(file));
            assertEquals(user, receipt.path("userId").asString());
            assertEquals(1, receipt.at("/erased/sessions").asInt());
            assertEquals(8, receipt.at("/erased/messages").asInt());
            page.sees("0 sessions");
        }
        assertEquals(404, api().get("/v1/users/{}/profile", user).send().status());
    }

    @Test
    void everyLookIsAccessible() {
        everyLook("10-user", "/users/" + user(), page -> page.sees("8 messages")
                .field("tone")
                .waitFor());
        everyLook("10-users", "/users", page -> page.page()
                .getByPlaceholder("the userId of sessions")
                .waitFor());
    }
}
