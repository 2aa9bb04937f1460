package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** View 7: somebody compares two answers to one question, and a session with its fork. */
class ConsoleDiffIT extends ConsoleStory {

    private static String place(String session) {
        return ConsolePage.session(session, "diff");
    }

    private static String branched() {
        var session = Seeds.garden();
        Seeds.appendUnder(
                session,
                "q3",
                Seeds.message("b3", "assistant", "Cut half of the stems, the oldest ones, at the ground."),
                Seeds.message("c4", "user", "Thank you."));
        return session;
    }

    private static String fork(String session) {
        var fork = Seeds.unique("fork");
        api().post("/v1/sessions/{}/fork", session)
                .json(Json.object("id", fork, "atMessageId", "a3"))
                .send()
                .expect(201);
        Seeds.append(fork, Seeds.message("f1", "user", "And the willow?"));
        Seeds.write(fork, "memory", "Prefers machines.");
        api().patch("/v1/sessions/{}", fork)
                .json("{\"metadata\":{\"topic\":\"willow\",\"priority\":2}}")
                .send()
                .expect(200);
        return fork;
    }

    @Test
    void twoLeavesAreComparedWordByWord() {
        var session = branched();
        try (var page = page().open(place(session))) {
            page.field("Left").selectOption("a4");
            page.sees("5 messages in common");
            assertTrue(marked(page, "del").contains("third"), marked(page, "del"));
            assertTrue(marked(page, "ins").contains("half"), marked(page, "ins"));
            page.sees("Both branches belong to one session");
            assertTrue(page.place().contains("left=a4"), page.place());
            page.page().reload();
            page.sees("5 messages in common");
        }
    }

    @Test
    void forkIsComparedWithItsSource() {
        var session = branched();
        var fork = fork(session);
        try (var page = page().open(place(fork))) {
            page.page().locator(".diff-rows").getByText("And the willow?").waitFor();
            page.field("Left: session " + session).selectOption("a4");
            page.sees("6 messages in common");
            page.sees("Metadata").sees("Prefers machines.");
            assertTrue(marked(page, "ins").contains("willow"), marked(page, "ins"));
        }
    }

    /** The readable texts of the answers are equal, so their difference is shown as JSON. */
    @Test
    void differenceThatIsNotInTheTextIsShown() {
        var session = Seeds.talk(Seeds.unique("talk"), 1);
        for (var model : List.of("small", "large")) {
            Seeds.appendUnder(
                    session,
                    "m0",
                    """
                    {"id":"%1$s","role":"assistant","content":"In winter.","metadata":{"model":"%1$s"}}"""
                            .formatted(model),
                    Seeds.message(model + "2", "user", "Thank you."));
        }
        try (var page = page().open(place(session) + "?left=small2")) {
            page.sees("1 message in common");
            assertTrue(marked(page, "del").contains("small"), marked(page, "del"));
            assertTrue(marked(page, "ins").contains("large"), marked(page, "ins"));
            assertEquals(1, page.page().locator(".diff-row.same").count());
        }
    }

    private static String marked(ConsolePage page, String element) {
        return String.join("|", page.page().locator(element).allInnerTexts());
    }

    @Test
    void longBranchesAreCompared() {
        var session = Seeds.talk(Seeds.unique("talk"), 3000);
        Seeds.appendUnder(session, "m2500", Seeds.message("x", "assistant", "Another answer."));
        try (var page = page().open(place(session) + "?left=m2999&right=x")) {
            page.sees("2,501 messages in common");
            assertEquals(
                    1, page.page().locator(".diff-row.right, .diff-row.changed").count());
        }
    }

    @Test
    void manyDifferencesAreShownInParts() {
        var session = Seeds.talk(Seeds.unique("talk"), 151);
        var others = new String[150];
        for (int i = 0; i < others.length; i++) {
            others[i] = Seeds.message("x" + i, i % 2 == 0 ? "assistant" : "user", "Another answer " + i + ".");
        }
        Seeds.appendUnder(session, "m0", others);
        try (var page = page().open(place(session) + "?left=m150")) {
            page.sees("1 message in common");
            assertEquals(100, page.page().locator(".diff-row").count());
            page.button("More rows, of 50").click();
            page.until("() => document.querySelectorAll('.diff-row').length === 150");
            assertEquals(0, page.button("More rows, of 50").count());
        }
    }

    @Test
    void everyLookIsAccessible() {
        var session = branched();
        everyLook("7-diff", place(session) + "?left=a4", page -> page.sees("messages in common"));
        everyLook("7-diff-fork", place(fork(session)) + "?left=a4&with=" + session, page -> page.sees("Metadata")
                .sees("Prefers machines."));
    }
}
