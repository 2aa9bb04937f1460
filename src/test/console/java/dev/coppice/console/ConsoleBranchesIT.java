package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;

/** Views 2 and 4: somebody stays on the branch that he reads, and every state of it has a URL. */
class ConsoleBranchesIT extends ConsoleStory {

    private static final String LEAF = "leaf=a4";
    private static final int MANY = 11_000;

    /** A session whose latest path is q1, b1, b2; the other branch ends with a4. */
    private static String branched() {
        var session = Seeds.garden();
        Seeds.appendUnder(
                session, "q1", Seeds.message("b1", "assistant", "In May."), Seeds.message("b2", "user", "Why?"));
        return session;
    }

    private static Locator message(ConsolePage page, String id) {
        return page.page().locator("[data-message=" + id + "]");
    }

    private static void untilPlace(ConsolePage page, String... parts) {
        for (var part : parts) {
            page.until("() => location.hash.includes('" + part + "')");
        }
    }

    private static void assertOtherBranch(ConsolePage page) {
        page.sees("another branch");
        message(page, "a1").waitFor();
        assertTrue(page.place().contains(LEAF), page.place());
    }

    @Test
    void messageOfAnotherBranchHasItsLeafInTheUrl() {
        var session = branched();
        try (var page = page().open(ConsolePage.session(session, "messages", "a3"))) {
            untilPlace(page, LEAF);
            assertOtherBranch(page);
            page.page().reload();
            message(page, "a3").waitFor();
            assertOtherBranch(page);
        }
    }

    @Test
    void beginningOfTheBranchStaysOnIt() {
        var session = branched();
        try (var page = page().open(ConsolePage.session(session, "messages", "a3"))) {
            untilPlace(page, LEAF);
            page.page().locator(".minimap .run.on-path").first().waitFor();
            page.page().keyboard().press("Home");
            untilPlace(page, "/messages/q1", LEAF);
            assertOtherBranch(page);
            page.page().keyboard().press("End");
            message(page, "a4").waitFor();
            assertOtherBranch(page);
            page.button("First").click();
            untilPlace(page, "/messages/q1", LEAF);
            page.page().reload();
            message(page, "q1").waitFor();
            assertOtherBranch(page);
            page.page().locator(".minimap .run.on-path").first().click();
            untilPlace(page, "/messages/q1", LEAF);
            page.button("Go to the latest path").click();
            message(page, "b2").waitFor();
            page.until("() => !location.hash.includes('leaf=')");
        }
    }

    @Test
    void tabsAndLinksKeepBranchFormAndSearch() {
        var session = branched();
        try (var page = page().open(ConsolePage.session(session, "messages", "a3"))) {
            untilPlace(page, LEAF);
            page.page().keyboard().press("r");
            untilPlace(page, "raw=1", LEAF);
            page.field("Search this session").fill("hazel");
            page.page().keyboard().press("Enter");
            untilPlace(page, "find=hazel", "raw=1", LEAF);
            page.page().locator(".find-results a.hit").first().click();
            untilPlace(page, "/messages/q1", "find=hazel", "raw=1", LEAF);
            assertOtherBranch(page);
            message(page, "q2").locator("a.when").click();
            untilPlace(page, "/messages/q2", "find=hazel", "raw=1", LEAF);
            page.link("Compaction").click();
            untilPlace(page, "/compaction", LEAF);
            page.sees("Of another branch than the latest");
            page.link("Differences").click();
            untilPlace(page, "/diff", LEAF);
            page.sees("1 message in common");
            page.link("Transcript").click();
            assertOtherBranch(page);
        }
    }

    @Test
    void promptAndCompactionOfTheBranchSayWhatIsOfTheLatestPath() {
        var session = branched();
        try (var page = page().open(ConsolePage.session(session, "prompt") + "?" + LEAF)) {
            page.sees("History of the latest path");
            page.open(ConsolePage.session(session, "compaction") + "?tailTokenBudget=10&protectHead=1&" + LEAF);
            page.sees("would be hidden");
            assertEquals(0, page.page().locator(".chip.on").count());
            page.open(ConsolePage.session(session, "prompt") + "?part=turn&format=openai&" + LEAF);
            page.button("Freeze it and show the input").click();
            page.link("a2").click();
            untilPlace(page, "/messages/a2", LEAF);
            assertOtherBranch(page);
        }
    }

    /** The newest of very many branches is the shown one: the tree is read to its end without a click. */
    @Test
    void alternativesOfVeryManyAreCounted() {
        var session = Seeds.talk(Seeds.unique("wide"), 1);
        Seeds.alternatives(session, "m0", MANY);
        try (var page = page().open(ConsolePage.session(session))) {
            message(page, "b" + (MANY - 1))
                    .getByText(MANY + "/" + MANY, new Locator.GetByTextOptions().setExact(true))
                    .waitFor();
            page.page().locator(".minimap .run.on-path.current").waitFor();
        }
    }

    @Test
    void copiedLinkLeadsToTheSameBranch() {
        var session = branched();
        try (var page = page().open(ConsolePage.session(session, "messages", "a3"))) {
            untilPlace(page, LEAF);
            page.page()
                    .getByLabel("Actions for message q1", new Page.GetByLabelOptions().setExact(true))
                    .click();
            page.button("Copy link").click();
            page.sees("Copied");
            var link = (String) page.page().evaluate("() => navigator.clipboard.readText()");
            assertTrue(link.contains("/messages/q1") && link.contains(LEAF), link);
            page.page().navigate("about:blank");
            page.page().navigate(link);
            message(page, "q1").waitFor();
            assertOtherBranch(page);
        }
    }

    @Test
    void alternativeOfTheLatestPathLeavesTheBranch() {
        var session = branched();
        try (var page = page().open(ConsolePage.session(session, "messages", "a1"))) {
            untilPlace(page, LEAF);
            message(page, "a1").getByLabel("Next alternative").click();
            message(page, "b2").waitFor();
            page.sees("Latest path");
            assertFalse(page.place().contains("leaf="), page.place());
        }
    }

    @Test
    void urlFollowsTheGrowthOfTheBranch() {
        var session = branched();
        try (var page = page()) {
            page.page()
                    .waitForResponse(
                            response -> response.url().contains("/events"),
                            () -> page.open(ConsolePage.session(session, "messages", "a3")));
            untilPlace(page, LEAF);
            Seeds.appendUnder(session, "a4", Seeds.message("a5", "user", "And the oak?"));
            message(page, "a5").waitFor();
            untilPlace(page, "leaf=a5");
            page.page().reload();
            message(page, "a5").waitFor();
        }
    }
}
