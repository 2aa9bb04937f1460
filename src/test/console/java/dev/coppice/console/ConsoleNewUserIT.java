package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.coppice.support.Json;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/**
 * Somebody who has read no documentation: finds what a user asked last week, the branch of the answer, what the summary
 * hides there, and forks from it. Follows only what the pages show.
 */
class ConsoleNewUserIT extends ConsoleStory {

    private static final int DAYS_AGO = 6;

    /** A conversation of last week: its answer is on a branch that is not the latest one, behind a summary. */
    private static void conversation(String user, String word) {
        var session = Seeds.unique("support");
        api().post("/v1/sessions")
                .json(Json.object("id", session, "name", "Fences and deer", "userId", user))
                .send()
                .expect(201);
        Seeds.append(
                session,
                Seeds.message("q1", "user", "Deer eat the young shoots. What can I do?"),
                Seeds.message("a1", "assistant", "A fence or netting."),
                Seeds.message("q2", "user", "How high must the " + word + " be?"));
        Seeds.append(
                session,
                Seeds.message("a2-first", "assistant", "Two metres would do."),
                Seeds.message("q3", "user", "That is too high for me."));
        Seeds.appendUnder(
                session,
                "q2",
                Seeds.message("a2", "assistant", "One metre eighty is enough for roe deer."),
                Seeds.message("q4", "user", "And how long does it last?"),
                Seeds.message("a4", "assistant", "About ten years."),
                Seeds.message("q5", "user", "What does it cost?"),
                Seeds.message("a5", "assistant", "Four pounds a metre."));
        Seeds.appendUnder(session, "q3", Seeds.message("a6", "assistant", "Then take netting."));
        api().post("/v1/sessions/{}/compactions", session)
                .json(Json.object(
                        "fromMessageId", "a2", "toMessageId", "a4", "summary", "The height and life of the fence."))
                .send()
                .expect(201);
        Seeds.age(session, DAYS_AGO);
    }

    @Test
    void answerIsFoundBehindSummaryAndForked() {
        var user = Seeds.unique("mrs-pell");
        var word = Seeds.unique("palisade").replace("-", "");
        conversation(user, word);
        try (var page = new ConsolePage(Look.LIGHT, null).open("")) {
            page.field("Token").fill(ConsoleServer.server().token());
            page.button("Sign in").click();
            // Everything on the first page is newer, but the filters have the days.
            page.page().locator("tbody tr").first().waitFor();
            assertEquals(0, page.page().getByTitle("Only " + user).count());
            page.field("From")
                    .fill(LocalDate.now(ZoneOffset.UTC).minusDays(DAYS_AGO + 1).toString());
            page.field("To")
                    .fill(LocalDate.now(ZoneOffset.UTC).minusDays(DAYS_AGO - 1).toString());
            page.page().getByText("Only the namespace without a name").click();
            // The list names users; a click on one shows only that user's sessions.
            page.page().getByTitle("Only " + user).first().click();
            page.until("() => document.querySelectorAll('tbody tr').length === 1");
            page.shot("new-user-1-list");
            page.link("Fences and deer").click();
            page.page().locator("[data-message=a6]").waitFor();
            // The question has two answers: the one shown is not the one that is looked for.
            page.page()
                    .getByText("2/2")
                    .or(page.page().getByText("1/2"))
                    .first()
                    .waitFor();
            page.shot("new-user-2-transcript");
            var alternatives = page.page().locator(".siblings a");
            alternatives.first().click();
            page.sees("stands for");
            page.shot("new-user-3-branch");
            var summary = page.page().locator(".summary button[aria-expanded=false]");
            if (summary.count() > 0) {
                summary.click();
            }
            page.sees("One metre eighty is enough for roe deer.");
            page.shot("new-user-4-behind-summary");
            page.page()
                    .getByLabel("Actions for message a2", new Page.GetByLabelOptions().setExact(true))
                    .click();
            page.button("Fork from here…").click();
            page.field("Name of the new session").fill("What if one eighty");
            page.button("Fork").click();
            page.heading("What if one eighty").waitFor();
            page.page().locator("[data-message=a2]").waitFor();
            page.shot("new-user-5-fork");
            var fork = page.page().url().replaceAll(".*#/sessions/([^/?]+).*", "$1");
            assertEquals(
                    "a2",
                    api().get("/v1/sessions/{}/leaf", fork).send().expect(200).at("/message/id"));
            assertTrue(page.page()
                            .getByRole(AriaRole.LINK)
                            .filter(new com.microsoft.playwright.Locator.FilterOptions().setHasText("fork of"))
                            .count()
                    > 0);
        }
    }
}
