package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** View 11: an administrator makes and revokes tokens, and looks after the index. */
class ConsoleAdminIT extends ConsoleStory {

    private static final Duration BOUND = Duration.ofMinutes(2);

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
    void tokenIsRotated() {
        var name = Seeds.unique("reports");
        var old = api().post("/v1/tokens")
                .json("{\"scopes\":[\"read\"],\"name\":\"" + name + "\"}")
                .send()
                .expect(201)
                .at("/token");
        try (var page = page().open("/admin")) {
            page.button("Rotate " + name).click();
            page.field("Hours for which the old token stays valid").fill("1");
            inDialog(page, "Rotate");
            page.sees("This is the only time that the token is shown.");
            var next = page.page().locator(".secret").innerText();
            assertEquals(200, api().as(old).get("/v1/sessions").send().status());
            assertEquals(200, api().as(next).get("/v1/sessions").send().status());
            page.button("I have stored it").click();
            assertFalse(page.page().content().contains(next));
        }
    }

    @Test
    void quotasOfATenantAreChangedAndUndone() {
        var tenant = Seeds.unique("tenant");
        try (var page = page().open("/admin/tenant")) {
            page.heading("Tenant default").waitFor();
            page.field("Tenant").fill(tenant);
            page.button("Show").click();
            page.sees("There is no such tenant yet.");
            page.button("Change the quotas").click();
            page.field("Sessions").fill("100");
            page.assertAccessible("the dialog for quotas");
            inDialog(page, "Save");
            page.sees("this tenant");
            assertEquals("100", quota(tenant));
            page.button("Undo").click();
            Await.until("the quotas of the new tenant are removed", BOUND, () -> quota(tenant) == null);
            page.button("Change the quotas").click();
            page.field("Sessions").fill("100");
            inDialog(page, "Save");
            page.button("Close the notice").click();
            page.button("Change the quotas").click();
            page.field("Sessions").fill("0");
            inDialog(page, "Save");
            Await.until("saved", BOUND, () -> "0".equals(quota(tenant)));
            page.button("Undo").click();
            Await.until("undone", BOUND, () -> "100".equals(quota(tenant)));
            page.page().reload();
            page.heading("Tenant " + tenant).waitFor();
            page.field("Tenant").fill("default");
            page.button("Show").click();
            page.heading("Tenant default").waitFor();
            page.button("Change the quotas").click();
            assertEquals("", page.field("Sessions").inputValue(), "quotas of the tenant that was shown before");
        }
    }

    private static String quota(String tenant) {
        return api().get("/v1/tenants/{}", tenant).send().at("/quotas/sessions");
    }

    @Test
    void databaseIsBackedUp() {
        try (var page = page().open("/admin/backup")) {
            page.button("Back up now").click();
            inDialog(page, "Back up");
            page.sees("is complete");
            var file = page.page().locator("[role=status] code").innerText();
            assertTrue(Files.exists(Path.of("target", "console", "backups", file)), file);
        }
    }

    @Test
    void themeIsChangedAndRemembered() {
        try (var page = page().open("/sessions")) {
            page.heading("Sessions").first().waitFor();
            for (var theme : java.util.List.of("auto", "light", "dark")) {
                page.until("() => document.documentElement.dataset.theme === '" + theme + "'");
                if (theme.equals("dark")) {
                    page.page().reload();
                    page.until("() => document.documentElement.dataset.theme === 'dark'");
                    page.until("() => getComputedStyle(document.body).colorScheme.includes('dark')"
                            + " || getComputedStyle(document.documentElement).colorScheme.includes('dark')");
                }
                page.button("Colors: " + theme + ". Change.").click();
            }
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
        everyLook("11-quotas", "/admin/tenant", page -> page.sees("the settings"));
        everyLook(
                "11-backup", "/admin/backup", page -> page.button("Back up now").waitFor());
        everyLook("11-import", "/admin/import", page -> page.sees("Import sessions"));
        everyLook("11-settings", "/admin/settings", page -> page.sees("coppice.feed.heartbeat"));
        everyLook("11-health", "/admin/health", page -> page.sees("all work"));
    }
}
