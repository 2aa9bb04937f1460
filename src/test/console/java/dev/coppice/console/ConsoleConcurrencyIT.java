package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.coppice.support.Await;
import dev.coppice.support.Json;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Others change a session while somebody works with it in the console: nothing of theirs is lost. */
class ConsoleConcurrencyIT extends ConsoleStory {

    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final Pattern EVENTS = Pattern.compile(".*/v1/.*/events\\?*.*");
    private static final Pattern MESSAGES = Pattern.compile(".*/v1/sessions/[^/]*/messages");

    private static Locator message(ConsolePage page, String id) {
        return page.page().locator("[data-message=" + id + "]");
    }

    private static Locator messageWith(ConsolePage page, String text) {
        return page.page().locator("[data-message]", new Page.LocatorOptions().setHasText(text));
    }

    private static void choose(ConsolePage page, String message, String action) {
        page.page()
                .getByLabel("Actions for message " + message, new Page.GetByLabelOptions().setExact(true))
                .click();
        page.button(action).click();
    }

    private static String leaf(String session) {
        return api().get("/v1/sessions/{}", session).send().expect(200).at("/leafId");
    }

    @Test
    void appendThatWasAnsweredIsNotUndone() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            message(page, "a4").waitFor();
            page.field("Message to append").fill("Are you there?");
            page.button("Append").click();
            messageWith(page, "Are you there?").waitFor();
            Seeds.append(session, Seeds.message("answer", "assistant", "I am."));
            page.button("Undo").click();
            page.sees("The message was answered meanwhile, so it stays.");
        }
        assertEquals("answer", leaf(session));
        assertEquals(10, Seeds.historyIds(session).size());
    }

    @Test
    void forkThatOthersUseIsNotUndone() {
        var session = Seeds.garden();
        var fork = Seeds.unique("fork");
        try (var page = page().open(ConsolePage.session(session))) {
            message(page, "a4").waitFor();
            choose(page, "a1", "Fork from here…");
            page.field("Id").fill(fork);
            inDialog(page, "Fork");
            page.heading(fork).waitFor();
            Seeds.append(fork, Seeds.message("f1", "user", "We go on here."));
            page.button("Undo").click();
            page.page().locator(".toast").getByText("version").first().waitFor();
        }
        assertEquals("f1", leaf(fork));
    }

    /** Without events the page does not see that the session went on. */
    @Test
    void messageIsNotAppendedToPathThatIsNotShown() {
        var session = Seeds.garden();
        try (var page = page()) {
            page.page().route(EVENTS, Route::abort);
            page.open(ConsolePage.session(session));
            message(page, "a4").waitFor();
            Seeds.appendUnder(session, "q1", Seeds.message("b1", "assistant", "In May."));
            page.field("Message to append").fill("Thank you.");
            page.button("Append").click();
            page.sees("stale-leaf");
            assertEquals("Thank you.", page.field("Message to append").inputValue());
        }
        assertEquals("b1", leaf(session));
    }

    @Test
    void messageIsSentOnceAndWhatIsTypedMeanwhileStays() {
        var session = Seeds.talk(Seeds.unique("talk"), 3);
        try (var page = page()) {
            var held = new AtomicReference<Route>();
            page.page().route(MESSAGES, route -> {
                if (!held.compareAndSet(null, route)) {
                    route.resume();
                }
            });
            page.open(ConsolePage.session(session));
            message(page, "m2").waitFor();
            var field = page.field("Message to append");
            field.fill("Once.");
            field.press("Control+Enter");
            field.press("Control+Enter");
            page.page().waitForCondition(() -> held.get() != null);
            field.fill("The next one.");
            held.get().resume();
            messageWith(page, "Once.").waitFor();
            assertEquals("The next one.", field.inputValue());
        }
        assertEquals(4, Seeds.historyIds(session).size());
    }

    /** The answer to an earlier sign-in arrives after the next one. */
    @Test
    void late401OfAnotherTokenKeepsTheSignIn() {
        var session = Seeds.talk(Seeds.unique("talk"), 3);
        var old = api().post("/v1/tokens")
                .json("{\"scopes\":[\"write\"],\"name\":\"old\"}")
                .send()
                .expect(201)
                .at("/token");
        try (var page = new ConsolePage(Look.LIGHT, old)) {
            var held = new AtomicReference<Route>();
            page.page().route(MESSAGES, held::set);
            page.open(ConsolePage.session(session));
            message(page, "m2").waitFor();
            page.field("Message to append").fill("Once.");
            page.button("Append").click();
            page.page().waitForCondition(() -> held.get() != null);
            page.button("Sign out").click();
            page.field("Token").fill(ConsoleServer.server().token());
            page.button("Sign in").click();
            message(page, "m2").waitFor();
            page.page()
                    .waitForResponse(
                            response -> response.status() == 401,
                            () -> held.get()
                                    .fulfill(
                                            new Route.FulfillOptions()
                                                    .setStatus(401)
                                                    .setContentType("application/problem+json")
                                                    .setBody(
                                                            "{\"status\":401,\"code\":\"unauthenticated\",\"title\":\"No\",\"detail\":\"No.\"}")));
            page.open(ConsolePage.session(session));
            message(page, "m2").waitFor();
            assertEquals(
                    ConsoleServer.server().token(),
                    page.page().evaluate("() => sessionStorage.getItem('coppice.token')"));
        }
    }

    @Test
    void dialogStaysUntilItsRequestIsAnswered() {
        var session = Seeds.talk(Seeds.unique("talk"), 3);
        try (var page = page()) {
            var held = new AtomicReference<Route>();
            page.page().route(MESSAGES, route -> {
                if (!held.compareAndSet(null, route)) {
                    route.resume();
                }
            });
            page.open(ConsolePage.session(session));
            message(page, "m2").waitFor();
            choose(page, "m2", "Continue from here…");
            page.field("Text, or a whole message as JSON").fill("Once.");
            inDialog(page, "Append");
            page.page().waitForCondition(() -> held.get() != null);
            page.page().keyboard().press("Escape");
            page.page().keyboard().press("Escape");
            assertTrue(page.button("Cancel").isDisabled());
            held.get().resume();
            messageWith(page, "Once.").waitFor();
            assertEquals(0, page.page().locator("dialog").count());
        }
    }

    @Test
    void metadataAreSavedWhileTheSessionGrows() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            message(page, "a4").waitFor();
            page.page().locator("summary").getByText("Session").click();
            page.button("Metadata…").click();
            page.field("A JSON object").fill("{\"topic\":\"oak\"}");
            Seeds.append(session, Seeds.message("q5", "user", "And the oak?"));
            inDialog(page, "Save");
            page.sees("Metadata saved");
            Seeds.append(session, Seeds.message("q6", "user", "And the ash?"));
            page.button("Undo").click();
            Await.until("undone", BOUND, () -> "hazel".equals(metadata(session, "/topic")));
            page.page().locator("summary").getByText("Session").click();
            page.button("Metadata…").click();
            page.field("A JSON object").fill("{\"topic\":\"oak\"}");
            api().put("/v1/sessions/{}/metadata", session)
                    .json(Json.object("topic", "ash"))
                    .send()
                    .expect(200);
            inDialog(page, "Save");
            page.sees("stale-version");
            page.button("Cancel").click();
        }
        assertEquals("ash", metadata(session, "/topic"));
    }

    private static String metadata(String session, String pointer) {
        return api().get("/v1/sessions/{}/metadata", session).send().at(pointer);
    }

    @Test
    void entryOfSomebodyElseIsNotReplaced() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session, "prompt"))) {
            var block = page.page().getByLabel("Block knowledge", new Page.GetByLabelOptions().setExact(true));
            block.getByText("Entries", new Locator.GetByTextOptions().setExact(true))
                    .click();
            page.page().getByLabel("Actions for the block knowledge").click();
            page.button("Write an entry").click();
            page.field("Key").fill("hazel");
            page.field("Text").fill("Mine.");
            inDialog(page, "Save");
            page.sees("has an entry hazel already");
            page.field("Key").fill("ash");
            inDialog(page, "Save");
            block.getByText("ash", new Locator.GetByTextOptions().setExact(true))
                    .click();
            block.getByText("Edit", new Locator.GetByTextOptions().setExact(true))
                    .click();
            Seeds.entry(session, "knowledge", "ash", "By the wall", "Somebody else was faster.");
            page.field("Text").fill("Mine again.");
            inDialog(page, "Save");
            page.sees("stale-version");
            page.button("Cancel").click();
        }
        assertEquals(
                "Somebody else was faster.",
                api().get("/v1/sessions/{}/context/knowledge/entries/ash", session)
                        .send()
                        .at("/content"));
    }

    /** A change of others right after an own one is offered, the own one is not. */
    @Test
    void changeOfOthersIsOfferedRightAfterAnOwnOne() {
        var session = Seeds.garden();
        try (var page = page()) {
            page.page()
                    .waitForResponse(
                            response -> response.url().contains("/events"),
                            () -> page.open(ConsolePage.session(session)));
            message(page, "a4").waitFor();
            choose(page, "a2", "Edit…");
            var field = page.field("Message as JSON");
            field.fill(field.inputValue().replace("the sky is clear.", "it rains."));
            inDialog(page, "Save");
            messageWith(page, "it rains.").waitFor();
            var stored =
                    api().get("/v1/sessions/{}/messages/a3", session).send().expect(200);
            api().put("/v1/sessions/{}/messages/a3", session)
                    .json(Seeds.message("a3", "assistant", "Cut half of them."))
                    .send()
                    .expect(200);
            assertTrue(stored.text().contains("a third"), stored.text());
            page.button("The session has changed: show it").click();
            messageWith(page, "Cut half of them.").waitFor();
            assertEquals(0, page.button("The session has changed: show it").count());
        }
    }

    @Test
    void transcriptStaysWhenTheSessionCannotBeReadAgain() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            message(page, "a4").waitFor();
            var one = Pattern.compile(".*/v1/sessions/" + session + "$");
            page.page().route(one, route -> {
                if (route.request().method().equals("GET")) {
                    route.abort();
                } else {
                    route.resume();
                }
            });
            page.field("Message to append").fill("Half a message");
            Seeds.append(session, Seeds.message("q5", "user", "And the oak?"));
            page.sees("The server cannot be reached");
            message(page, "q5").waitFor();
            assertEquals("Half a message", page.field("Message to append").inputValue());
            page.page().unroute(one);
            page.button("Try again").first().click();
            page.until("() => !document.querySelector('.problem')");
            assertEquals("Half a message", page.field("Message to append").inputValue());
        }
    }
}
