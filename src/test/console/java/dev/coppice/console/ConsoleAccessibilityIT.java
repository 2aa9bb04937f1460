package dev.coppice.console;

import com.microsoft.playwright.Page;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is shown only after a click is accessible too: dialogs, menus, and what is folded at first. */
class ConsoleAccessibilityIT extends ConsoleStory {

    /** Opens a place in light and dark, does something there, and checks the page. */
    private static void check(String name, String place, Consumer<ConsolePage> action) {
        for (var look : List.of(Look.LIGHT, Look.DARK)) {
            try (var page = page(look).open(place)) {
                action.accept(page);
                page.shot("axe-" + name + "-" + look).assertAccessible(name + ", " + look);
            }
        }
    }

    private static void dialog(ConsolePage page, String menu, String action) {
        page.page()
                .getByLabel(menu, new Page.GetByLabelOptions().setExact(true))
                .or(page.page().locator("summary", new Page.LocatorOptions().setHasText(menu)))
                .first()
                .click();
        page.button(action).click();
        page.page().locator("dialog h2").waitFor();
    }

    @Test
    void dialogsOfAMessage() {
        var session = Seeds.garden();
        for (var action : List.of("Edit…", "Delete…", "Add an alternative…", "Fork from here…")) {
            check("message-" + action.split("[^A-Za-z]")[0].toLowerCase(), ConsolePage.session(session), page -> {
                page.page().locator("[data-message=a4]").waitFor();
                dialog(page, "Actions for message a4", action);
            });
        }
    }

    @Test
    void dialogsOfASession() {
        var session = Seeds.garden();
        for (var action :
                List.of("Metadata…", "Properties…", "End and continue in a new one…", "Delete the session…")) {
            check("session-" + action.split("[^A-Za-z]")[0].toLowerCase(), ConsolePage.session(session), page -> {
                page.page().locator("[data-message=a4]").waitFor();
                dialog(page, "Session", action);
            });
        }
    }

    @Test
    void keysAndFailureInADialog() {
        check("keys", "/sessions", page -> {
            page.page().locator("tbody tr").first().waitFor();
            page.page().keyboard().press("?");
            page.page().locator("dialog dt").first().waitFor();
        });
        check("dialog-failure", ConsolePage.session(Seeds.garden()), page -> {
            page.page().locator("[data-message=a4]").waitFor();
            dialog(page, "Actions for message a4", "Edit…");
            page.field("Message as JSON").fill("no JSON");
            page.button("Save").click();
            page.sees("This is not valid JSON");
        });
    }

    @Test
    void openMenus() {
        var session = Seeds.garden();
        check("menu-message", ConsolePage.session(session), page -> {
            page.page().locator("[data-message=a4]").waitFor();
            page.page()
                    .getByLabel("Actions for message a4", new Page.GetByLabelOptions().setExact(true))
                    .click();
            page.button("Edit…").waitFor();
        });
        check("menu-session", ConsolePage.session(session), page -> {
            page.page().locator("[data-message=a4]").waitFor();
            page.page().locator(".session-header summary").click();
            page.button("Metadata…").waitFor();
        });
    }

    @Test
    void foldsFindAndNotice() {
        var session = Seeds.garden();
        check("folds", ConsolePage.session(session), page -> {
            page.page().locator("[data-message=a2] summary").first().waitFor();
            page.page()
                    .evaluate("() => document.querySelectorAll('details.fold').forEach(fold => { fold.open = true; })");
            page.page().locator("[data-message=a2]").scrollIntoViewIfNeeded();
        });
        check(
                "find",
                ConsolePage.session(session) + "?find=hazel",
                page -> page.page().locator(".find-results a.hit").first().waitFor());
        check("notice", ConsolePage.session(session), page -> {
            page.page().locator("[data-message=a4]").waitFor();
            page.field("Message to append").fill("A question");
            page.page().locator(".composer button.primary").click();
            page.page().locator(".toast .action").waitFor();
        });
    }

    @Test
    void eventsOfASession() {
        var session = Seeds.garden();
        check("events", ConsolePage.session(session, "live"), page -> {
            page.page().locator(".chip.on").waitFor();
            var id = Seeds.unique("m");
            Seeds.append(session, Seeds.message(id, "user", "Hello"));
            page.link(id).waitFor();
            page.page()
                    .locator("summary", new Page.LocatorOptions().setHasText("Types"))
                    .click();
        });
    }

    @Test
    void versionsAndEntriesOfBlocks() {
        check("blocks", ConsolePage.session(Seeds.garden(), "prompt"), page -> {
            page.page().locator("article, section.card").first().waitFor();
            page.until("() => !document.querySelector('.busy')");
            openAll(page);
        });
    }

    private static void openAll(ConsolePage page) {
        page.page().getByLabel("Block memory").getByText("Versions").click();
        page.page().getByText("Version 1 ·").click();
        page.sees("added since");
        var skills = page.page().getByLabel("Block skills");
        skills.getByText("Entries").click();
        skills.locator("li button").first().click();
        page.sees("Cut at a slant");
    }

    @Test
    void issuedToken() {
        check("token", "/admin/tokens", page -> {
            page.button("New token").click();
            page.field("Name").fill(Seeds.unique("reports"));
            page.field("Scope").selectOption("read");
            page.button("Create").click();
            page.sees("This is the only time that the token is shown.");
        });
    }

    @Test
    void signIn() {
        for (var look : List.of(Look.LIGHT, Look.DARK, Look.DARK.wide(360), Look.LIGHT.wide(2560))) {
            try (var page = new ConsolePage(look, null).open("")) {
                page.field("Token").waitFor();
                page.shot("0-sign-in-" + look).assertAccessible("sign-in, " + look);
                page.assertFits("sign-in, " + look);
            }
        }
    }

    @Test
    void missingPageAndMissingSession() {
        check("no-page", "/nowhere", page -> page.sees("There is no such page"));
        check("no-session", ConsolePage.session("missing"), page -> page.sees("session-not-found"));
    }
}
