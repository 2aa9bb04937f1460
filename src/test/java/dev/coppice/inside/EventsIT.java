package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Precondition;
import dev.coppice.message.Append;
import dev.coppice.message.SplitRequest;
import dev.coppice.message.Splits;
import dev.coppice.session.NewSession;
import dev.coppice.session.SessionLifecycle.SessionSplit;
import dev.coppice.session.SessionName;
import dev.coppice.session.SessionPatch;
import dev.coppice.session.Usage;
import dev.coppice.support.Await;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** CDI events and the event log: what observers receive, when, and in which order. */
class EventsIT extends InsideTest {

    @Inject
    private RecordingObserver recordingObserver;

    @Inject
    private Splits splits;

    @Resource
    private ManagedExecutorService executor;

    /** All tests of the class pass although an observer fails. */
    @Override
    String namespace() {
        return RecordingObserver.FAILING;
    }

    @Test
    void failingObserversDoNotStopOthers() {
        var name = session();
        assertEquals(List.of("SessionCreated", "SessionCreated"), recordingObserver.typesFailed(name));
        assertEquals(List.of("SessionCreated"), recordingObserver.types(name));
        assertEquals(List.of("SessionCreated"), recordingObserver.typesAfterSuccess(name));
    }

    @Test
    void everyChangeSendsOneEventInOrder() {
        var name = session();
        append(name, "a", "b");
        messages.put(name, message("a", "other"), Append.Parent.LEAF, Precondition.NONE);
        messages.delete(name, List.of("b", "nobody"));
        sessions.patch(name, new SessionPatch().name("n"), Precondition.NONE);
        sessions.addUsage(name, new Usage(1, 2, 0, 0, BigDecimal.ONE), null);
        sessions.get(name);
        messages.clear(name, Precondition.NONE);
        sessions.delete(name, Precondition.NONE);
        var expected = List.of(
                "SessionCreated",
                "MessageAppended",
                "MessageAppended",
                "MessageUpdated",
                "MessagesDeleted",
                "SessionUpdated",
                "UsageAdded",
                "SessionLoaded",
                "HistoryCleared",
                "SessionDeleted");
        assertEquals(expected, recordingObserver.types(name));
        assertEquals(expected, recordingObserver.typesAfterSuccess(name));
    }

    @Test
    void eventsOfOneCallAreInOrder() {
        var name = SessionName.of("default", namespace(), UUID.randomUUID().toString());
        messages.append(name, Append.atLeaf(List.of(message("a", "first"))), true, Precondition.NONE);
        assertEquals(List.of("SessionCreated", "MessageAppended"), recordingObserver.types(name));
        assertEquals(recordingObserver.types(name), recordingObserver.typesAfterSuccess(name));
    }

    @Test
    void splitSendsEventsForBothSessions() {
        var name = session();
        append(name, "a");
        var next = splits.split(name, new SplitRequest(null, null, "a secret"), Precondition.NONE);
        var successor = SessionName.of("default", namespace(), next.id());
        assertEquals(List.of("SessionCreated", "MessageAppended", "SessionSplit"), recordingObserver.types(name));
        assertEquals(List.of("SessionCreated", "MessageAppended"), recordingObserver.types(successor));
        assertEquals(
                new SessionSplit(name, next.id()),
                recordingObserver.events(name).get(2));
        assertTrue(
                texts(successor, null).get(0).contains("a [redacted]"),
                "observers see the summary before it is written");
    }

    @Test
    void splitWithAVetoedSummaryChangesNothing() {
        var name = session();
        append(name, "a");
        var veto = new SplitRequest(null, null, "forbidden");
        assertEquals(
                Code.APPEND_VETOED,
                assertThrows(Problem.class, () -> splits.split(name, veto, Precondition.NONE))
                        .code());
        append(name, "b");
        assertEquals(List.of("SessionCreated", "MessageAppended", "MessageAppended"), recordingObserver.types(name));
        var successor = SessionName.of("default", namespace(), veto.id());
        assertThrows(Problem.class, () -> sessions.get(successor));
    }

    @Test
    void eventsOfOneTransactionAreInOrder() throws Exception {
        var name = session();
        transaction.begin();
        append(name, "a");
        sessions.patch(name, new SessionPatch().name("n"), Precondition.NONE);
        messages.delete(name, List.of("a"));
        append(name, "b");
        assertEquals(List.of("SessionCreated"), recordingObserver.types(name));
        transaction.commit();
        assertEquals(
                List.of("SessionCreated", "MessageAppended", "SessionUpdated", "MessagesDeleted", "MessageAppended"),
                recordingObserver.types(name));
    }

    @Test
    void noEventBeforeCommit() throws Exception {
        var name = session();
        transaction.begin();
        append(name, "a");
        assertEquals(List.of("SessionCreated"), recordingObserver.types(name));
        transaction.commit();
        assertEquals(List.of("SessionCreated", "MessageAppended"), recordingObserver.types(name));
    }

    @Test
    void rollbackLeavesNothing() throws Exception {
        var name = session();
        long session = number("select id from session where session_id = ?", name.id());
        transaction.begin();
        append(name, "a", "b");
        transaction.rollback();
        assertEquals(List.of("SessionCreated"), recordingObserver.types(name));
        assertEquals(List.of(), path(name, null));
        assertEquals(
                0, number("select count(*) from event_log where type = 'MessageAppended' and session_pk = ?", session));
        append(name, "a");
        assertEquals(List.of("a"), path(name, null));
    }

    @Test
    void callersTransactionSpansSeveralCalls() throws Exception {
        var one = session();
        var other = session();
        transaction.begin();
        sessions.get(one);
        append(one, "a");
        append(one, "b");
        append(other, "c");
        transaction.commit();
        assertEquals(List.of("a", "b"), path(one, null));
        assertEquals(List.of("c"), path(other, null));
    }

    @Test
    void observerRedactsStoredMessages() {
        var name = session();
        var sent = message("a", "a secret word");
        messages.append(name, Append.atLeaf(List.of(sent)), false, Precondition.NONE);
        assertTrue(texts(name, null).get(0).contains("a [redacted] word"));
        var again = messages.append(name, Append.atLeaf(List.of(sent)), false, Precondition.NONE);
        assertTrue(again.appended().stream().noneMatch(item -> item.inserted()), "the sender's retry is recognised");
        messages.put(name, message("a", "another secret"), Append.Parent.LEAF, Precondition.NONE);
        assertTrue(texts(name, null).get(0).contains("another [redacted]"));
    }

    @Test
    void observerVetoesTheWholeAppend() {
        var name = session();
        var messagesOfTheCall = List.of(message("a", "fine"), message("b", "forbidden"));
        var problem = assertThrows(
                Problem.class, () -> messages.append(name, Append.atLeaf(messagesOfTheCall), false, Precondition.NONE));
        assertEquals(Code.APPEND_VETOED, problem.code());
        assertEquals("Nobody says that here.", problem.getMessage());
        assertEquals(List.of(), path(name, null));
    }

    @Test
    void replacementKeepsTheId() {
        var name = session();
        var problem = assertThrows(
                Problem.class,
                () -> messages.append(name, Append.atLeaf(List.of(message("a", "swap"))), false, Precondition.NONE));
        assertEquals(Code.INVALID_MESSAGE, problem.code());
        assertEquals(List.of(), path(name, null));
    }

    @Test
    void everyChangeIsLoggedAndGetsAPosition() throws Exception {
        var name = session();
        append(name, "a", "b", "c");
        long session = number("select id from session where session_id = ?", name.id());
        var pending = "select count(*) from event_log where session_pk = ? and position is null";
        await(() -> number(pending, session) == 0);
        assertEquals(4, number("select count(*) from event_log where session_pk = ?", session));
        assertEquals(
                0,
                number(
                        """
                        select count(*) from event_log a join event_log b on a.session_pk = b.session_pk
                        where a.session_pk = ? and a.id < b.id and a.position >= b.position""",
                        session));
    }

    @Test
    void deletedSessionLeavesOnlyItsDeletion() throws Exception {
        var name = session();
        append(name, "a", "b");
        messages.put(name, message("a", "x"), Append.Parent.LEAF, Precondition.NONE);
        long session = number("select id from session where session_id = ?", name.id());
        long tree = number("select tree_id from session where id = ?", session);
        sessions.delete(name, Precondition.NONE);
        await(() -> number("select count(*) from tree where id = ?", tree) == 0);
        for (var table : List.of("message", "branch", "edit")) {
            assertEquals(0, number("select count(*) from " + table + " where tree_id = ?", tree), table);
        }
        await(() -> number("select count(*) from event_log where session_pk = ?", session) == 1);
    }

    /**
     * Events of a deleted session are purged after a second here, but never before they have a position: no feed has
     * sent them.
     */
    @Test
    void eventsWithoutPositionAreNotPurged() throws Exception {
        var name = session();
        append(name, "a");
        long session = number("select id from session where session_id = ?", name.id());
        var ended = "select count(*) from ended_session where session_pk = ?";
        transaction.begin();
        try {
            em.createNativeQuery("select last_position from event_sequence for update")
                    .getResultList();
            executor.submit(() -> sessions.delete(name, Precondition.NONE)).get(60, TimeUnit.SECONDS);
            long at = number("select ended_at from ended_session where session_pk = ?", session);
            await(() -> System.currentTimeMillis() > at + 2000);
            assertEquals(3, number("select count(*) from event_log where session_pk = ?", session));
        } finally {
            transaction.rollback();
        }
        await(() -> number(ended, session) == 0);
        assertEquals(1, number("select count(*) from event_log where session_pk = ?", session));
    }

    @Test
    void expiredSessionIsAbsentAtOnceAndPurgedLater() throws Exception {
        var name = SessionName.of("default", namespace(), UUID.randomUUID().toString());
        sessions.create(name, new NewSession(null, null, null, null, null, null, null, null, null, 1L, null, null));
        await(() -> {
            try {
                sessions.get(name);
                return false;
            } catch (Problem e) {
                return e.code() == Code.SESSION_NOT_FOUND;
            }
        });
        await(() -> number("select count(*) from session where session_id = ?", name.id()) == 0);
        // The sweep removes the row a moment before it sends the event, on its own thread.
        await(() -> recordingObserver.types(name).contains("SessionExpired"));
    }

    static void await(BooleanSupplier condition) {
        Await.until("the condition comes true", Duration.ofSeconds(300), condition::getAsBoolean);
    }
}
