package dev.coppice.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import dev.coppice.support.Await;
import dev.coppice.support.HttpAnswer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The menu of a session: what it changes is undone where the API can, and asked for where it cannot. */
class ConsoleSessionActionsIT extends ConsoleStory {

    private static final Duration BOUND = Duration.ofMinutes(2);

    private static ConsolePage choose(ConsolePage page, String action) {
        page.page().locator("summary").getByText("Session").click();
        page.button(action).click();
        return page;
    }

    private static void awaitMember(String session, String pointer, String expected) {
        Await.until(
                pointer + " is " + expected,
                BOUND,
                () -> java.util.Objects.equals(
                        expected,
                        api().get("/v1/sessions/{}", session).send().expect(200).at(pointer)));
    }

    @Test
    void sessionIsCreatedWithItsFields() {
        var id = Seeds.unique("new");
        try (var page = page().open("/sessions?userId=ada")) {
            page.button("New session").click();
            page.field("Name").fill("Planting plan");
            page.field("Id").fill(id);
            page.button("Create").click();
            page.heading("Planting plan").waitFor();
        }
        var session = api().get("/v1/sessions/{}", id).send().expect(200);
        assertEquals("ada", session.at("/userId"));
        assertEquals("Planting plan", session.at("/name"));
    }

    @Test
    void renameIsUndone() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            choose(page, "Rename…").field("Name").fill("The oak");
            page.button("Rename").click();
            page.heading("The oak").waitFor();
            page.button("Undo").click();
            page.heading("The hazel by the gate").waitFor();
        }
        assertEquals(
                "The hazel by the gate",
                api().get("/v1/sessions/{}", session).send().at("/name"));
    }

    @Test
    void metadataAreEditedAndUndone() {
        var session = Seeds.garden();
        var before = api().get("/v1/sessions/{}/metadata", session).send().text();
        try (var page = page().open(ConsolePage.session(session))) {
            choose(page, "Metadata…").field("A JSON object").fill("{\"topic\":\"oak\",\"price\":1.50}");
            page.button("Save").click();
            page.sees("Metadata saved");
            assertEquals(
                    "{\"topic\":\"oak\",\"price\":1.50}",
                    api().get("/v1/sessions/{}/metadata", session).send().text());
            page.button("Undo").click();
            Await.until(
                    "the metadata are restored",
                    BOUND,
                    () -> before.equals(api().get("/v1/sessions/{}/metadata", session)
                            .send()
                            .text()));
        }
    }

    @Test
    void propertiesAreUndone() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            choose(page, "Properties…").field("Model").fill("big-one");
            page.field("Tokens above which the session is compacted").fill("9000");
            page.button("Save").click();
            awaitMember(session, "/model", "big-one");
            awaitMember(session, "/compactAfter", "9000");
            page.button("Undo").click();
            awaitMember(session, "/model", null);
            awaitMember(session, "/compactAfter", null);
        }
    }

    @Test
    void propertiesThatRemoveMessagesAreAskedFor() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            choose(page, "Properties…")
                    .field("Messages that are kept on the path")
                    .fill("2");
            page.button("Save").click();
            page.sees("newest 2 messages of the path stay");
            page.assertAccessible("the question about properties");
            page.button("Cancel").click();
            assertNull(api().get("/v1/sessions/{}", session).send().at("/maxMessages"));
            choose(page, "Properties…")
                    .field("Messages that are kept on the path")
                    .fill("2");
            page.button("Save").click();
            inDialog(page, "Change");
            page.sees("Saved");
            assertEquals(0, page.button("Undo").count());
        }
        assertEquals(2, Seeds.historyIds(session).size());
    }

    /** Outside of the transcript the header does not follow the session. */
    @Test
    void messagesThatAreNewerThanTheHeaderAreNotRemovedWithoutQuestion() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session, "prompt"))) {
            page.sees("8 messages").sees("The model's window");
            Seeds.append(
                    session,
                    Seeds.message("q5", "user", "And the oak?"),
                    Seeds.message("a5", "assistant", "Never in summer."));
            choose(page, "Properties…")
                    .field("Messages that are kept on the path")
                    .fill("9");
            inDialog(page, "Save");
            page.sees("newest 9 messages of the path stay");
            page.button("Cancel").click();
        }
        assertNull(api().get("/v1/sessions/{}", session).send().at("/maxMessages"));
        assertEquals(10, Seeds.historyIds(session).size());
    }

    @Test
    void sessionIsExportedAndImportedElsewhere() throws IOException {
        var session = Seeds.garden();
        var namespace = Seeds.unique("copy");
        var file = Path.of("target", "console", "session.jsonl");
        try (var page = page().open(ConsolePage.session(session))) {
            page.page().locator("summary").getByText("Session").click();
            var download = page.page()
                    .waitForDownload(() -> page.button("Export as a file").click());
            assertEquals(session + ".jsonl", download.suggestedFilename());
            download.saveAs(file);
            page.open("/admin/import");
            page.field("File").setInputFiles(file);
            page.field("Namespace").fill(namespace);
            page.button("Check only").click();
            page.sees("Checked; nothing is written").sees("1 would be imported");
            assertEquals(404, copy(session, namespace).status());
            page.button("Import").click();
            inDialog(page, "Import");
            page.sees("1 imported");
            page.assertAccessible("the report of an import");
            page.button("Import").click();
            inDialog(page, "Import");
            page.sees("1 exist already");
            page.field("File")
                    .setInputFiles(
                            new FilePayload("cut.jsonl", "text/plain", "{oops".getBytes(StandardCharsets.UTF_8)));
            page.button("Import").click();
            inDialog(page, "Import");
            page.page().getByRole(AriaRole.ALERT).waitFor();
        }
        assertEquals("8", copy(session, namespace).expect(200).at("/messageCount"));
    }

    private static HttpAnswer copy(String session, String namespace) {
        return api().get("/v1/sessions/{}", session)
                .query("namespace", namespace)
                .send();
    }

    @Test
    void sessionIsSplit() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            choose(page, "End and continue in a new one…")
                    .field("Summary, the first message of the new session")
                    .fill("Hazel in winter.");
            page.field("Name of the new session").fill("After the hazel");
            inDialog(page, "End and continue");
            page.heading("After the hazel").waitFor();
            page.sees("Hazel in winter.");
        }
        assertTrue(api().get("/v1/sessions/{}", session).send().at("/endedAt") != null);
    }

    @Test
    void messagesAreDeletedAfterQuestion() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            choose(page, "Delete all messages…");
            page.button("Cancel").click();
            assertEquals(8, Seeds.historyIds(session).size());
            choose(page, "Delete all messages…");
            inDialog(page, "Delete all messages");
            awaitMember(session, "/messageCount", "0");
            page.heading("The hazel by the gate").waitFor();
        }
    }

    @Test
    void sessionIsDeletedAfterItsIdIsTyped() {
        var session = Seeds.garden();
        try (var page = page().open(ConsolePage.session(session))) {
            choose(page, "Delete the session…");
            assertTrue(page.button("Delete").isDisabled());
            page.field("Type the id of the session to confirm: " + session).fill(session);
            page.button("Delete").click();
            page.sees("The session was deleted");
            page.heading("Sessions").first().waitFor();
        }
        assertEquals(404, api().get("/v1/sessions/{}", session).send().status());
    }
}
