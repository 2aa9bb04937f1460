package dev.coppice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** Tests turns, context blocks, compactions, state, search, feeds and copies on a real server. */
@EnabledIfEnvironmentVariable(named = "COPPICE_URL", matches = ".+")
class ContextOnServerTest {
    private final Coppice coppice = Server.newTenant();
    private final Session session = coppice.session("s");

    ContextOnServerTest() {
        session.getOrCreate();
    }

    private void appendTalk(int messages) {
        session.append(Append.of(IntStream.range(0, messages)
                .mapToObj(i -> Message.of(i % 2 == 0 ? "user" : "assistant", "word" + i + " of a talk about hazel")
                        .withId("m" + i))
                .toList()));
    }

    @Test
    void turnHasPromptMessagesAndTools() {
        session.context().add("memory", "Learned facts", 100);
        session.context().write("memory", "Ada has a dog.");
        session.context().append("memory", "And a cat.");
        assertEquals(
                "Ada has a dog.\nAnd a cat.", session.context().get("memory").content());
        appendTalk(4);
        var turn = session.turn(TurnQuery.format("openai").last(2));
        assertTrue(turn.system().contains("Ada has a dog."));
        assertEquals(
                List.of("{\"role\":\"user\",\"content\":\"word2 of a talk about hazel\"}"),
                turn.messages().subList(0, 1));
        assertTrue(turn.tools().get(0).contains("set_context"));
        assertTrue(turn.truncated());
        assertFalse(session.prompt().stale());
        session.context().write("memory", "Ada has a horse.");
        assertTrue(session.prompt().stale());
        assertTrue(session.refreshPrompt().text().contains("horse"));
        assertEquals(
                2,
                session.turn(TurnQuery.format("openai-responses").turns(1))
                        .messages()
                        .size());
        assertEquals(
                List.of("memory"),
                session.context().list().stream().map(Block::label).toList());
        session.context().remove("memory");
        assertEquals(0, session.context().list().stream().count());
    }

    @Test
    void compactionsHideMessages() {
        appendTalk(40);
        var compactions = session.compactions();
        var added = compactions.add("m2", "m9", "They talked.");
        assertEquals(8, added.messages());
        assertEquals(33, session.history().stream().count());
        assertTrue(session.history().toList().get(2).text().contains("They talked."));
        assertEquals(40, session.history(HistoryQuery.all().raw()).stream().count());
        assertEquals(List.of(added), compactions.list().stream().toList());
        compactions.undo(added.id());
        assertEquals(40, session.history().stream().count());
        var outcome = compactions.compact();
        assertEquals(outcome.compaction() == null, outcome.reason() != null);
    }

    @Test
    void stateHasVersions() {
        var state = session.state();
        assertEquals(new Versioned("{}", 0), state.get());
        assertEquals(1, state.put("{\"a\":1}", 0L).version());
        assertEquals(
                "stale-version",
                assertThrows(CoppiceProblem.class, () -> state.put("{}", 0L)).code());
        assertEquals("{\"a\":1,\"b\":2}", state.patch("{\"b\":2}").json());
        assertEquals(Optional.empty(), state.value("k"));
        assertEquals(1, state.putValue("k", "\"v\"", 0L));
        assertEquals("\"v\"", state.value("k").orElseThrow().json());
        state.appendItems("list", List.of("1", "{\"x\":2}"));
        state.appendItems("list", List.of("null"));
        assertEquals(List.of("{\"x\":2}", "null"), state.items("list", 1));
        assertEquals(List.of("k", "list"), state.keys());
        state.removeValue("k");
        assertEquals(List.of("list"), state.keys());
    }

    @Test
    void searchFindsMessages() {
        appendTalk(30);
        var hits =
                session.search(SearchQuery.of("hazel").waitForIndex().limit(5).withText());
        assertEquals(5, hits.items().size());
        assertFalse(hits.partial());
        assertTrue(hits.items().get(0).snippet().contains("<mark>hazel</mark>"));
        assertTrue(hits.items().get(0).text().contains("talk about hazel"));
        var next = session.search(
                SearchQuery.of("hazel").limit(5).withText().waitForIndex().cursor(hits.nextCursor()));
        assertEquals(5, next.items().size());
        assertEquals(
                1,
                coppice.search(SearchQuery.of("word7").role("assistant"))
                        .items()
                        .size());
        assertEquals(
                0,
                coppice.namespace("other")
                        .search(SearchQuery.of("word7"))
                        .items()
                        .size());
        assertTrue(coppice.search(SearchQuery.of("word7 missing")).partial());
    }

    @Test
    void feedHasEveryEventOnce() {
        String id;
        try (var feed = session.events()) {
            appendTalk(3);
            var first = feed.stream()
                    .filter(event -> event.name().equals("MessageAppended"))
                    .findFirst()
                    .orElseThrow();
            assertEquals("m0", first.get("messageId"));
            id = feed.lastEventId();
            assertEquals(id, first.id());
        }
        var rest = coppice.events(id);
        assertEquals("m1", rest.next().get("messageId"));
        assertEquals("m2", rest.next().get("messageId"));
        rest.close();
        try (var all = session.events(id)) {
            session.delete();
            assertTrue(all.stream().anyMatch(event -> event.name().equals("SessionDeleted")));
            assertFalse(all.hasNext(), "the feed has ended");
        }
    }

    @Test
    void exportsAreImported(@TempDir Path folder) throws IOException {
        appendTalk(10);
        var one = new ByteArrayOutputStream();
        session.export(one);
        var file = folder.resolve("export.jsonl");
        try (var out = Files.newOutputStream(file)) {
            coppice.exports().tenant(out);
        }
        var target = Server.newTenant();
        var dry = target.imports().dryRun().file(file);
        assertTrue(dry.dryRun() && dry.complete());
        assertEquals(1, dry.imported());
        assertEquals(Optional.empty(), target.session("s").find());
        var sent = new AtomicLong();
        var report = target.imports().progress(sent::set).file(file);
        assertEquals(10, report.messages());
        assertEquals(Files.size(file), sent.get());
        assertEquals(report.bytes(), sent.get());
        assertEquals(session.history().toList(), target.session("s").history().toList());
        var again = target.imports().into("copies").stream(new ByteArrayInputStream(one.toByteArray()));
        assertEquals(1, again.imported());
        assertEquals(1, target.imports().file(file).existing());
        var damaged = (one.toString(StandardCharsets.UTF_8) + "what\n").getBytes(StandardCharsets.UTF_8);
        assertEquals(
                "malformed",
                target.imports().stream(new ByteArrayInputStream(damaged))
                        .errors()
                        .get(0)
                        .code());
        assertEquals(
                "invalid",
                assertThrows(CoppiceProblem.class, () -> target.imports().stream(new ByteArrayInputStream(new byte[0])))
                        .code());
        var none = new ByteArrayOutputStream();
        coppice.exports().user("nobody", none);
        coppice.namespace("empty").exports().namespace(none);
        assertEquals(4, none.toString(StandardCharsets.UTF_8).lines().count());
    }
}
