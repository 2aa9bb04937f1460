package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.coppice.support.Json;
import org.junit.jupiter.api.Test;

/** View 2: what the menu of a message does, and what can be undone. */
class ConsoleActionsIT extends ConsoleStory {

    private static final Locator.WaitForOptions GONE =
            new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED);

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

    private static void confirm(ConsolePage page) {
        page.page().locator("dialog form button:not([type=button])").click();
        page.page().locator("dialog").waitFor(GONE);
    }

    private static void undo(ConsolePage page) {
        page.page().locator(".toast .action").last().click();
    }

    private static String leaf(String session) {
        return api().get("/v1/sessions/{}", session).send().expect(200).at("/leafId");
    }

    private static String stored(String session, String message) {
        return api().get("/v1/sessions/{}/messages/{}", session, message)
                .send()
                .expect(200)
                .text();
    }

    @Test
    void alternativeIsAddedAndUndone() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            message(page, "a4").waitFor();
            choose(page, "a3", "Add an alternative…");
            page.field("Text, or a whole message as JSON").fill("Cut none of them.");
            confirm(page);
            messageWith(page, "Cut none of them.").waitFor();
            page.sees("2/2");
            assertEquals(0, message(page, "a4").count());
            undo(page);
            message(page, "a4").waitFor();
            messageWith(page, "Cut none of them.").waitFor(GONE);
            assertEquals("a4", leaf(session));
            assertFalse(page.place().contains("/messages/"), page.place());
        }
    }

    @Test
    void appendSaysThatTheLimitRemovedMessages() {
        var session = Seeds.talk(Seeds.unique("talk"), 4);
        api().patch("/v1/sessions/{}", session)
                .json("{\"maxMessages\":4}")
                .send()
                .expect(200);
        try (var page = page().open(ConsolePage.session(session))) {
            message(page, "m3").waitFor();
            page.field("Message to append").fill("One more.");
            page.button("Append").click();
            page.sees("the limit of the session has removed 1 older message for good");
        }
    }

    @Test
    void conversationContinuesFromAnEarlierMessage() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            message(page, "a1").waitFor();
            choose(page, "a1", "Continue from here…");
            page.field("Text, or a whole message as JSON").fill("And the birch?");
            confirm(page);
            messageWith(page, "And the birch?").waitFor();
            page.page().locator("[data-message]").nth(2).waitFor();
            assertEquals(3, page.page().locator("[data-message]").count());
        }
    }

    @Test
    void messageIsEditedAndUndoneWithEachOfItsDigits() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            message(page, "a2").waitFor();
            choose(page, "a2", "Edit…");
            var field = page.field("Message as JSON");
            var json = field.inputValue();
            assertTrue(json.contains("7.50"), json);
            field.fill(json.replace("the sky is clear.", "it rains."));
            confirm(page);
            page.sees("it rains.");
            assertTrue(stored(session, "a2").contains("7.50"), stored(session, "a2"));
            undo(page);
            page.sees("the sky is clear.");
            messageWith(page, "it rains.").waitFor(GONE);
            assertTrue(stored(session, "a2").contains("7.50"), stored(session, "a2"));
        }
    }

    @Test
    void lastMessageIsDeletedAndUndone() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            message(page, "a4").waitFor();
            choose(page, "a4", "Delete…");
            page.sees("this can be undone for a moment");
            confirm(page);
            message(page, "a4").waitFor(GONE);
            undo(page);
            message(page, "a4").waitFor();
            assertEquals("a4", leaf(session));
        }
    }

    @Test
    void undoOfDeletionDoesNotMoveASessionThatWentOn() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            message(page, "a4").waitFor();
            choose(page, "a4", "Delete…");
            confirm(page);
            message(page, "a4").waitFor(GONE);
            Seeds.appendUnder(session, "q1", Seeds.message("b1", "assistant", "In May."));
            undo(page);
            page.page().locator(".toast").getByText("leaf").waitFor();
            assertEquals("b1", leaf(session));
        }
    }

    @Test
    void endOfAnotherBranchIsDeletedForGood() {
        var session = Seeds.garden();
        Seeds.appendUnder(session, "q1", Seeds.message("b1", "assistant", "In May."));
        try (var page = page().open(ConsolePage.session(session, "messages", "a4"))) {
            message(page, "a4").waitFor();
            choose(page, "a4", "Delete…");
            page.sees("This cannot be undone");
            confirm(page);
            page.sees("Deleted");
            assertEquals(0, page.page().locator(".toast .action").count());
            message(page, "a4").waitFor(GONE);
            assertEquals("b1", leaf(session));
        }
    }

    @Test
    void messageIsCopied() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            message(page, "a2").waitFor();
            choose(page, "a2", "Copy as Markdown");
            page.sees("Copied");
            var markdown = copied(page);
            assertTrue(markdown.startsWith("### assistant"), markdown);
            assertTrue(markdown.contains("Call of `weather`"), markdown);
            choose(page, "a2", "Copy as JSON");
            page.until("async () => (await navigator.clipboard.readText()).startsWith('{')");
            var json = copied(page);
            assertTrue(json.contains("7.50"), json);
            choose(page, "a2", "Copy link");
            page.until("async () => (await navigator.clipboard.readText()).startsWith('http')");
            assertTrue(copied(page).endsWith("/sessions/" + session + "/messages/a2"), copied(page));
        }
    }

    private static String copied(ConsolePage page) {
        return (String) page.page().evaluate("() => navigator.clipboard.readText()");
    }

    @Test
    void originalsReplaceSummaries() {
        var session = Seeds.talk(Seeds.unique("talk"), 30);
        api().post("/v1/sessions/{}/compactions", session)
                .json(Json.object("fromMessageId", "m2", "toMessageId", "m20", "summary", "They spoke of hedges."))
                .send()
                .expect(201);
        try (var page = page().open(ConsolePage.session(session))) {
            page.sees("They spoke of hedges.");
            page.button("Originals").click();
            message(page, "m10").waitFor();
            assertTrue(page.place().contains("raw=1"), page.place());
            assertEquals(0, page.page().locator(".summary").count());
            page.button("Originals").click();
            page.sees("They spoke of hedges.");
            message(page, "m10").waitFor(GONE);
        }
    }

    @Test
    void sessionIsSearchedAndTheHitsStay() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            message(page, "a4").waitFor();
            page.field("Search this session").fill("alder");
            page.page().keyboard().press("Enter");
            page.sees("1 hit");
            page.page().locator(".find-results a.hit").click();
            page.until("() => location.hash.includes('/messages/q4')");
            page.sees("1 hit");
            page.page().getByLabel("Close the search").click();
            page.page().locator(".find-results").waitFor(GONE);
            assertFalse(page.place().contains("find="), page.place());
        }
    }
}
