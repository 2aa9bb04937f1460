package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** View 11: an administrator makes and revokes tokens, and looks after the index. */
class ConsoleAdminIT extends ConsoleStory {

    @Test
    void tokenIsShownOnceAndRevoked() {
        var name = Seeds.unique("reports");
        try (var page = page().open("/admin")) {
            page.button("New token").click();
            page.field("Name").fill(name);
            page.field("Scope").selectOption("read");
            page.button("Create").click();
            page.sees("This is the only time that the token is shown.");
            var token = page.page().locator(".secret").innerText();
            assertEquals(200, api().as(token).get("/v1/sessions").send().status());
            page.page().reload();
            page.button("Revoke " + name).waitFor();
            assertFalse(page.page().content().contains(token));
            page.button("Revoke " + name).click();
            page.page()
                    .locator("dialog")
                    .getByText("Revoke", new com.microsoft.playwright.Locator.GetByTextOptions().setExact(true))
                    .click();
            page.sees("The token is revoked.");
            assertEquals(401, api().as(token).get("/v1/sessions").send().status());
        }
    }

    @Test
    void lastAdministratorsTokenStays() {
        try (var page = page().open("/admin/tokens")) {
            page.button("Revoke first").click();
            page.page()
                    .locator("dialog")
                    .getByText("Revoke", new com.microsoft.playwright.Locator.GetByTextOptions().setExact(true))
                    .click();
            page.sees("last-admin-token");
            page.button("Cancel").click();
        }
    }

    @Test
    void indexIsVerifiedAndRebuiltWithProgress() {
        try (var page = page().open("/admin/index")) {
            page.sees("Documents");
            for (var action : java.util.List.of("Verify", "Rebuild")) {
                page.button(action).click();
                page.page()
                        .locator("dialog")
                        .getByText(action, new com.microsoft.playwright.Locator.GetByTextOptions().setExact(true))
                        .click();
                page.page().locator("progress").first().waitFor();
                page.until(
                        "() => !document.querySelector('header button:disabled') && document.body.textContent.includes('ended')");
            }
        }
    }

    @Test
    void settingsShowValuesAndNoSecrets() {
        try (var page = page().open("/admin/settings")) {
            page.page()
                    .getByRole(com.microsoft.playwright.options.AriaRole.SEARCHBOX)
                    .fill("heartbeat");
            page.sees("coppice.feed.heartbeat").sees("PT1S");
            page.until("() => location.hash.includes('find=heartbeat')");
            assertTrue(page.page().locator("tbody tr").count() <= 3);
        }
    }

    @Test
    void callerWithoutScopeSeesProblem() {
        var token = api().post("/v1/tokens")
                .json("{\"scopes\":[\"read\"],\"name\":\"reader\"}")
                .send()
                .expect(201)
                .at("/token");
        try (var page = new ConsolePage(Look.LIGHT, token).open("/admin/settings")) {
            page.sees("forbidden");
        }
    }

    @Test
    void everyLookIsAccessible() {
        everyLook("11-tokens", "/admin/tokens", page -> page.button("Revoke first")
                .waitFor());
        everyLook("11-index", "/admin/index", page -> page.sees("Documents"));
        everyLook("11-settings", "/admin/settings", page -> page.sees("coppice.feed.heartbeat"));
        everyLook("11-health", "/admin/health", page -> page.sees("all work"));
    }
}
