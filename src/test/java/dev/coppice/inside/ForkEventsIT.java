package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.api.Precondition;
import dev.coppice.format.MessageBody;
import dev.coppice.message.Append;
import dev.coppice.message.MessageEvent.SessionForked;
import dev.coppice.session.SessionLifecycle.SessionCreated;
import dev.coppice.session.SessionName;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events of forks, and what forks keep of messages. */
class ForkEventsIT extends InsideTest {
    @Inject
    private RecordingObserver recordingObserver;

    /** All tests of the class pass although an observer fails. */
    @Override
    String namespace() {
        return RecordingObserver.FAILING;
    }

    @Test
    void forkSendsSessionCreatedAndSourceSessionForked() {
        var source = session();
        append(source, "a", "b", "c");
        var fork = fork(source, "b");
        assertEquals(
                List.of(new SessionCreated(fork, source.id(), "b"), new SessionForked(fork, source.id(), "b", 2)),
                recordingObserver.events(fork));
        assertEquals(List.of("SessionCreated"), logged(fork));
        assertEquals(
                List.of("SessionCreated", "MessageAppended", "MessageAppended", "MessageAppended", "SessionForked"),
                logged(source));
        var data = (byte[]) em.createNativeQuery(
                        """
                        select e.data from event_log e join session s on s.id = e.session_pk
                        where s.session_id = ? and e.type = 'SessionForked'""",
                        byte[].class)
                .setParameter(1, source.id())
                .getSingleResult();
        assertEquals(
                "{\"sessionId\":\"%s\",\"namespace\":\"failing\",\"parentSessionId\":\"%s\",\"messageId\":\"b\",\"messages\":2}"
                        .formatted(fork.id(), source.id()),
                new String(data, StandardCharsets.UTF_8));
    }

    @Test
    void rolledBackForkDoesNotExist() throws Exception {
        var source = session();
        append(source, "a");
        transaction.begin();
        var fork = fork(source, "a");
        transaction.rollback();
        assertEquals(List.of(), recordingObserver.events(fork));
        assertThrows(Problem.class, () -> sessions.get(fork));
        assertEquals(
                0,
                number(
                        "select count(*) from tree t where t.base_tree ="
                                + " (select s.tree_id from session s where s.session_id = ?)",
                        source.id()));
    }

    @Test
    void splitSessionCanBeForkedAndItsForkExtended() throws Exception {
        var source = session();
        append(source, "a");
        transaction.begin();
        em.createNativeQuery("update session set ended_at = 1, end_reason = 'done' where session_id = ?")
                .setParameter(1, source.id())
                .executeUpdate();
        transaction.commit();
        var fork = fork(source, null);
        assertNull(sessions.get(fork).endedAt());
        assertNull(sessions.get(fork).endReason());
        append(fork, "b");
        assertEquals(List.of("a", "b"), path(fork, null));
        assertThrows(Problem.class, () -> append(source, "b"));
    }

    /** An observer changed the message; the fork still recognizes what the client had sent. */
    @Test
    void retryIsRecognizedInAForkAfterTheSourceChanged() {
        var source = session();
        var sent = message("a", "my secret");
        messages.append(source, Append.atLeaf(List.of(sent)), false, Precondition.NONE);
        append(source, "b");
        var fork = fork(source, null);
        messages.delete(source, List.of("a"));
        var again = MessageBody.of(sent.json());
        assertTrue(messages.append(fork, Append.atLeaf(List.of(again)), false, Precondition.NONE).appended().stream()
                .noneMatch(item -> item.inserted()));
        assertEquals(List.of("a", "b"), path(fork, null));
    }

    @Test
    void forkAtAnInheritedMessageLeavesTheTreeThatOwnsIt() {
        var source = session();
        append(source, "a", "b");
        var first = fork(source, null);
        append(first, "c");
        var second = fork(first, "a");
        assertEquals(tree(source), base(second));
        assertEquals(tree(first), base(fork(first, "c")));
    }

    private long tree(SessionName name) {
        return number("select tree_id from session where session_id = ?", name.id());
    }

    private long base(SessionName name) {
        return number("select base_tree from tree where id = ?", tree(name));
    }
}
