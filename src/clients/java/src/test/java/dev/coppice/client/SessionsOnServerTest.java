package dev.coppice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.client.Append.OnConflict;
import dev.coppice.client.Append.OnExisting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Tests sessions, messages and trees of messages on a real server. */
@EnabledIfEnvironmentVariable(named = "COPPICE_URL", matches = ".+")
class SessionsOnServerTest {
    private final Coppice coppice = Server.newTenant();
    private final Session session = coppice.session("s");

    private static Message message(String id) {
        return Message.user("text of " + id).withId(id);
    }

    private List<String> ids(HistoryQuery query) {
        return session.history(query).stream().map(Message::id).toList();
    }

    @Test
    void sessionIsCreatedChangedAndDeleted() {
        assertEquals(Optional.empty(), session.find());
        var fields = NewSession.create()
                .name("Pruning")
                .userId("ada")
                .metadata("{\"topic\":\"trees\"}")
                .ttlSeconds(3600);
        var created = session.getOrCreate(fields);
        assertEquals("ada", created.userId());
        assertEquals("{\"topic\":\"trees\"}", created.metadata());
        assertTrue(created.expiresAt().isAfter(created.createdAt()));
        assertEquals(created, session.getOrCreate(fields));
        assertNull(created.leafId());
        assertEquals("Planting", session.update("{\"name\":\"Planting\"}").name());
        var conflict = assertThrows(
                CoppiceProblem.class,
                () -> session.getOrCreate(NewSession.create().userId("bob")));
        assertEquals("session-exists", conflict.code());
        assertEquals("/userId", conflict.errors().get(0).pointer());
        session.addUsage("{\"inputTokens\":7}");
        assertTrue(session.get().usage().contains("\"inputTokens\":7"));
        session.delete();
        assertEquals(
                "session-not-found",
                assertThrows(CoppiceProblem.class, session::get).code());
    }

    @Test
    void sessionsAreListedPageByPage() {
        var old = Instant.parse("2021-03-01T12:00:00Z");
        IntStream.range(0, 230)
                .forEach(i -> coppice.create(
                        "s" + i,
                        NewSession.create().userId(i % 2 == 0 ? "ada" : "bob").times(old, old.plusSeconds(i))));
        var generated = coppice.namespace("other").create(NewSession.create());
        assertEquals(230, coppice.sessions(SessionFilter.all()).stream().count());
        assertEquals(
                231,
                coppice.sessions(SessionFilter.all().allNamespaces()).stream().count());
        var bobs = coppice.sessions(SessionFilter.all().userId("bob")).stream()
                .map(SessionInfo::id)
                .toList();
        assertEquals(115, bobs.size());
        assertEquals("s229", bobs.get(0));
        assertEquals(generated.id(), generated.get().id());
        assertEquals("other", generated.get().namespace());
    }

    @Test
    void messagesBranchAndStaleWritersAreRefused() {
        session.getOrCreate();
        var first = session.append(message("q1"), message("a1"));
        assertEquals(
                List.of("q1", "a1"),
                first.messages().stream().map(Appended.Stored::id).toList());
        assertEquals("q1", first.messages().get(1).parentId());
        session.append(Append.of(message("a1b")).parentId("q1"));
        var stale = assertThrows(
                StaleLeaf.class, () -> session.append(Append.of(message("q2")).expectedLeafId("a1")));
        assertEquals("a1b", stale.leafId());
        var beside = Append.of(message("q2")).expectedLeafId("a1").onConflict(OnConflict.BRANCH);
        assertEquals("a1", session.append(beside).messages().get(0).parentId());
        assertThrows(
                StaleLeaf.class, () -> session.append(Append.of(message("x")).expectedLeafId(null)));
        var other = Message.user("other").withId("q1");
        assertEquals(
                "message-exists",
                assertThrows(CoppiceProblem.class, () -> session.append(other)).code());
        var replaced = session.append(Append.of(other).onExisting(OnExisting.REPLACE));
        assertEquals("replaced", replaced.messages().get(0).reason());
        assertEquals("other", session.message("q1").message().text());
        assertEquals(
                List.of("a1", "a1b"),
                session.children("q1").stream()
                        .map(entry -> entry.message().id())
                        .toList());
        assertEquals(
                Set.of("a1b", "q2"),
                session.leaves().stream().map(entry -> entry.message().id()).collect(Collectors.toSet()));
        assertEquals("q2", session.leaf().orElseThrow().message().id());
        assertEquals(2, session.leaf().orElseThrow().depth());
    }

    @Test
    void entriesAndStateAreWrittenTogether() {
        session.getOrCreate();
        var tree = Append.entries()
                .rootEntry(message("q"))
                .entry(message("a"), "q")
                .entry(message("b"), "q")
                .entry(message("c"), null)
                .statePatch("{\"step\":1}")
                .expectedStateVersion(0);
        var appended = session.append(tree);
        assertEquals("c", appended.leafId());
        assertEquals("b", appended.messages().get(3).parentId());
        assertTrue(appended.isStatePatched());
        assertEquals(new Versioned("{\"step\":1}", 1), session.state().get());
        assertFalse(session.append(Append.of(message("c")).statePatch("{\"step\":2}"))
                .isStatePatched());
        var late = Append.of(message("d")).statePatch("{\"step\":3}").expectedStateVersion(0);
        assertEquals(
                "stale-version",
                assertThrows(CoppiceProblem.class, () -> session.append(late)).code());
        assertEquals(
                List.of("q", "a", "b", "c"),
                session.tree().stream().map(Node::id).toList());
        assertEquals(3, session.treeOfRuns().stream().count());
        session.deleteMessage("b");
        assertEquals("q", session.message("c").parentId());
        session.putMessage(Message.user("new").withId("c"));
        assertEquals("new", session.message("c").message().text());
    }

    @Test
    void historiesAreReadWholeAndInWindows() {
        session.append(Append.of(
                        IntStream.range(0, 1000).mapToObj(i -> message("m" + i)).toList())
                .createSession());
        assertEquals(1000, session.history().stream().count());
        assertEquals(List.of("m998", "m999"), ids(HistoryQuery.last(2)));
        var window = session.history(HistoryQuery.last(2));
        assertEquals("m998", window.before());
        assertEquals(1000, window.pathLength());
        window.close();
        assertEquals(List.of("m996", "m997"), ids(HistoryQuery.last(2).before("m998")));
        assertEquals(List.of("m5", "m6"), ids(HistoryQuery.from("m5").first(2)));
        assertEquals(6, ids(HistoryQuery.all().leafId("m5")).size());
        assertEquals(1000, session.entries().stream().count());
        var unread = session.history();
        assertTrue(unread.iterator().hasNext());
        unread.close();
    }

    @Test
    void messagesAndIdsAreStoredVerbatim() {
        var odd = coppice.session("a ü?#%&+ \uD83C\uDF33\"'{}");
        odd.getOrCreate();
        var json =
                "{\"id\":\"m ü?#%\", \"role\":\"user\",\"content\":\"\\u00fc ü \uD83C\uDF33 \\/\",\"n\":1.50e2,\"createdAt\":\"2026-01-01T00:00:00Z\" }";
        odd.append(Message.of(json));
        assertEquals(json, odd.history().toList().get(0).json());
        assertEquals("ü ü \uD83C\uDF33 /", odd.message("m ü?#%").message().text());
        assertEquals(odd.id(), odd.get().id());
    }

    @Test
    void forkSharesTheHistory() {
        session.getOrCreate();
        session.append(message("q1"), message("a1"), message("q2"));
        var fork = session.fork("a1", "fork");
        fork.append(message("other"));
        assertEquals("s", fork.get().parentSessionId());
        assertEquals(
                List.of("q1", "a1", "other"),
                fork.history().stream().map(Message::id).toList());
        assertEquals(List.of("q1", "a1", "q2"), ids(HistoryQuery.all()));
        assertNotEquals("fork", session.fork(null, null).id());
    }

    @Test
    void requestsOfTheWholeApiCanBeSent() {
        var answer = coppice.send("PUT", "/v1/agents/gardener", "{\"context\":[]}");
        assertEquals(201, answer.status());
        assertTrue(answer.version() > 0);
        assertEquals("", coppice.send("DELETE", "/v1/agents/gardener", null).json());
        var problem =
                assertThrows(CoppiceProblem.class, () -> Coppice.connect(System.getenv("COPPICE_URL") + "/", "wrong")
                        .session("s")
                        .get());
        assertEquals("unauthenticated", problem.code());
        assertThrows(IllegalArgumentException.class, () -> Coppice.connect("127.0.0.1:8080", "x"));
    }

    @Test
    void pagesCanBeReadTwice() {
        session.getOrCreate();
        session.append(message("q1"));
        var pages = session.entries();
        var twice = new ArrayList<Entry>();
        pages.forEach(twice::add);
        pages.forEach(twice::add);
        assertEquals(twice.get(0), twice.get(1));
    }
}
