package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import dev.coppice.support.Api;
import dev.coppice.support.HttpCall;
import dev.coppice.support.Json;
import dev.coppice.support.ModelScript;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Hostile texts, as in {@link ConsoleAttacksIT}, in what is shown only after a click, and in other branches, summaries,
 * forks and namespaces.
 */
class ConsoleOpenedAttacksIT extends ConsoleStory {

    private static final Page.GetByLabelOptions EXACTLY = new Page.GetByLabelOptions().setExact(true);

    /** A session in a hostile namespace, with a second branch, two compactions, and a fork. */
    @Test
    void hostileBranchesSummariesAndForksAreTexts() {
        var namespace = Corpus.id("namespace");
        var session = Corpus.id("session");
        var fork = Corpus.id("fork");
        var ids = branched(namespace, session, fork);
        var query = "?namespace=" + Api.encode(namespace);
        try (var page = page()) {
            ConsoleAttacksIT.check(page, ConsolePage.session(session) + query);
            page.page().locator(".summary button[aria-expanded]").click();
            page.page().locator(".hidden-messages [data-message]").first().waitFor();
            page.page().evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })");
            ConsoleAttacksIT.assertNoForeignElements(page, "opened summary");
            ConsoleAttacksIT.check(page, ConsolePage.session(session) + query + "&raw=1&find=alert");
            page.page().locator(".find-results a.hit").first().waitFor();
            ConsoleAttacksIT.check(page, ConsolePage.session(session, "messages", ids.get(3)) + query);
            page.until("() => location.hash.includes('leaf=')");
            ConsoleAttacksIT.check(
                    page, ConsolePage.session(session, "compaction") + query + "&tailTokenBudget=0&protectHead=0");
            ConsoleAttacksIT.check(
                    page, ConsolePage.session(session, "diff") + query + "&left=" + Api.encode(ids.get(3)));
            page.page().locator(".diff-rows").waitFor();
            ConsoleAttacksIT.check(page, ConsolePage.session(fork, "diff") + query);
            page.page().locator(".diff-rows").waitFor();
            ConsoleAttacksIT.check(page, "/sessions" + query);
            page.page().locator("tbody tr").first().waitFor();
            ConsoleAttacksIT.check(page, "/sessions" + query + "&q=alert");
            ConsoleAttacksIT.check(page, "/live" + query);
        }
    }

    @Test
    void hostileTextsAreTextsInWhatOpens() {
        var user = Corpus.id("user");
        var session = ConsoleAttacksIT.hostile(user);
        try (var page = page().open(ConsolePage.session(session, "prompt"))) {
            page.page().getByText("Versions").first().click();
            page.page().getByText("Version 1").first().click();
            page.page().getByText("Entries").first().click();
            page.page().locator("main li.stack button").first().click();
            page.until("() => !document.querySelector('.busy')");
            ConsoleAttacksIT.assertNoForeignElements(page, "versions and entries");
            ConsoleServer.model().play(ModelScript.answer(Corpus.all()));
            page.button("Update now").click();
            inDialog(page, "Update");
            page.page().getByLabel("Running summary", EXACTLY).last().waitFor();
            ConsoleAttacksIT.assertNoForeignElements(page, "running summary");
            openDialogs(page, session);
            openAgent(page, api().get("/v1/sessions/{}", session).send().at("/agent"));
            importDamaged(page);
            erase(page, user);
        }
    }

    /** Opens the dialogs of the session and of its last message, which show stored texts. */
    private static void openDialogs(ConsolePage page, String session) {
        page.open(ConsolePage.session(session));
        page.page().locator("[data-message]").last().waitFor();
        for (var action : List.of("Rename…", "Metadata…", "Properties…", "Delete the session…")) {
            page.page().locator(".session-header summary").click();
            showDialog(page, action);
        }
        for (var action : List.of("Fork from here…", "Edit…", "Delete…")) {
            page.page().locator("[data-message] .menu summary").last().click();
            showDialog(page, action);
        }
    }

    private static void showDialog(ConsolePage page, String action) {
        page.button(action).click();
        page.page().locator("dialog h2").waitFor();
        ConsoleAttacksIT.assertNoForeignElements(page, action);
        page.button("Cancel").click();
    }

    private static void openAgent(ConsolePage page, String agent) {
        ConsoleAttacksIT.check(page, "/agents/" + Api.encode(agent));
        showDialog(page, "Change the settings");
        for (var action : List.of("Edit as JSON…", "Delete the agent…")) {
            page.page().locator("main header .menu summary").first().click();
            showDialog(page, action);
        }
        page.page()
                .locator("main article .menu summary, main section .menu summary")
                .last()
                .click();
        showDialog(page, "Edit…");
    }

    /** Imports a file whose lines are damaged in ways that the report repeats. */
    private static void importDamaged(ConsolePage page) {
        ConsoleAttacksIT.check(page, "/admin/import");
        var lines = new StringBuilder();
        for (var text : Corpus.TEXTS) {
            lines.append(Json.object("session", Json.object("id", text, text, text)))
                    .append('\n')
                    .append(Json.object(text, text))
                    .append('\n');
        }
        page.field("File")
                .setInputFiles(new FilePayload(
                        Corpus.TEXTS.get(1),
                        "application/jsonl",
                        lines.toString().getBytes(StandardCharsets.UTF_8)));
        page.button("Import").click();
        inDialog(page, "Import");
        page.page().locator("main [role=alert], main div[role=status]").first().waitFor();
        ConsoleAttacksIT.assertNoForeignElements(page, "report of an import");
    }

    /** Erases a user, whose id is in the question, the counts and the receipt. */
    private static void erase(ConsolePage page, String user) {
        ConsoleAttacksIT.check(page, "/users/" + Api.encode(user));
        page.field("Type the id of the user to erase it").fill(user);
        page.button("Erase").click();
        page.sees("The user is erased.");
        page.button("Download the receipt").waitFor();
        ConsoleAttacksIT.assertNoForeignElements(page, "receipt");
    }

    /** Creates a session with two branches and two compactions, and its fork. Returns the ids of its messages. */
    private static List<String> branched(String namespace, String session, String fork) {
        var ids = List.of(Corpus.id("q1"), Corpus.id("a1"), Corpus.id("q2"), Corpus.id("a2"), Corpus.id("b2"));
        created(
                namespace,
                api().post("/v1/sessions")
                        .json(Json.object("id", session, "name", Corpus.all().substring(0, 200))));
        append(namespace, session, null, ids.subList(0, 4));
        created(
                namespace,
                api().post("/v1/sessions/{}/fork", session)
                        .json(Json.object("id", fork, "atMessageId", ids.get(2), "name", Corpus.TEXTS.get(0))));
        append(namespace, fork, null, List.of(Corpus.id("f")));
        append(namespace, session, ids.get(2), ids.subList(4, 5));
        for (var end : ids.subList(0, 2)) {
            created(
                    namespace,
                    api().post("/v1/sessions/{}/compactions", session)
                            .json(Json.object(
                                    "fromMessageId", ids.get(0), "toMessageId", end, "summary", Corpus.all())));
        }
        return ids;
    }

    private static void append(String namespace, String session, String parent, List<String> ids) {
        var messages = ids.stream()
                .map(id -> Seeds.message(id, "user", id + Corpus.all()))
                .toList();
        created(
                namespace,
                api().post("/v1/sessions/{}/messages", session)
                        .json("{" + (parent == null ? "" : "\"parentId\":" + Json.quote(parent) + ",") + "\"messages\":"
                                + messages + "}"));
    }

    private static void created(String namespace, HttpCall call) {
        var answer = call.query("namespace", namespace).send();
        assertEquals(201, answer.status(), answer.toString());
    }
}
