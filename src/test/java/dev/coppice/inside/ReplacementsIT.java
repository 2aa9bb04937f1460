package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.api.Precondition;
import dev.coppice.format.MessageBody;
import dev.coppice.message.Append;
import dev.coppice.message.Append.OnExisting;
import dev.coppice.message.Append.Parent;
import dev.coppice.message.Appended;
import dev.coppice.session.SessionName;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Appends of Java callers that replace existing messages: events, observers and SQL statements. */
class ReplacementsIT extends InsideTest {
    /** More statements than background tasks execute during the cheapest of many calls. */
    private static final int BACKGROUND = 20;

    @Inject
    private RecordingObserver recordingObserver;

    private Appended replace(SessionName name, MessageBody... bodies) {
        return messages.append(
                name, new Append(List.of(bodies), null, null, OnExisting.REPLACE), false, Precondition.NONE);
    }

    private static List<String> reasons(Appended appended) {
        return appended.appended().stream()
                .map(item -> String.valueOf(item.reason()))
                .toList();
    }

    @Test
    void replacementsAndAppendsSendEventsOfOneTransaction() {
        var name = session();
        append(name, "a", "b");
        replace(name, message("a", "other"), message("b", "text of b"), message("c", "new"));
        var expected =
                List.of("SessionCreated", "MessageAppended", "MessageAppended", "MessageUpdated", "MessageAppended");
        assertEquals(expected, recordingObserver.types(name));
        assertEquals(expected, recordingObserver.typesAfterSuccess(name));
        assertEquals(expected, logged(name));
    }

    @Test
    void updateOfUnknownMessageIsRefused() {
        var name = session();
        append(name, "a");
        var refused =
                assertThrows(Problem.class, () -> messages.update(name, message("b", "text of b"), Precondition.NONE));
        assertEquals(Problem.Code.MESSAGE_NOT_FOUND, refused.code());
        assertEquals(1, texts(name, null).size());
    }

    @Test
    void equalMessagesSendNoEvent() {
        var name = session();
        append(name, "a");
        var before = recordingObserver.types(name);
        replace(name, message("a", "text of a"));
        messages.append(
                name,
                new Append(List.of(message("a", "other")), null, null, OnExisting.KEEP),
                false,
                Precondition.NONE);
        assertEquals(before, recordingObserver.types(name));
    }

    /** A client sends a conversation again and again, and an observer redacts one of its messages each time. */
    @Test
    void redactedMessageIsReplacedOnlyIfItHasChanged() {
        var name = session();
        assertEquals(List.of("null"), reasons(replace(name, message("a", "a secret"))));
        assertEquals(List.of("null"), reasons(replace(name, message("a", "a secret"))));
        assertEquals(List.of("replaced"), reasons(replace(name, message("a", "another secret"))));
        assertEquals(List.of("null"), reasons(replace(name, message("a", "another secret"))));
        assertEquals(List.of("SessionCreated", "MessageAppended", "MessageUpdated"), recordingObserver.types(name));
        assertTrue(texts(name, null).get(0).contains("another [redacted]"));
    }

    /** A cost per message would add hundreds of statements. On a busy machine, background tasks add a few. */
    @Test
    void costDoesNotDependOnLength() {
        var cost = StatementCost.counting(em);
        var few = session();
        var many = session();
        append(few, ids(10));
        append(many, ids(900));
        long difference = cost.statements(() -> changeAndAppend(many)) - cost.statements(() -> changeAndAppend(few));
        assertTrue(Math.abs(difference) < BACKGROUND, "difference " + difference);
    }

    private void changeAndAppend(SessionName name) {
        var fresh = UUID.randomUUID().toString();
        replace(name, message("m3", fresh), message(fresh, "new"));
    }

    private static String[] ids(int count) {
        return IntStream.range(0, count).mapToObj(i -> "m" + i).toArray(String[]::new);
    }

    @Test
    void absentParentOfJavaCallersIsTheLeaf() {
        var name = session();
        append(name, "a");
        messages.append(name, new Append(List.of(message("b", "b")), null, null), false, Precondition.NONE);
        messages.append(name, new Append(List.of(message("c", "c")), Parent.of(null), null), false, Precondition.NONE);
        messages.put(name, message("d", "d"), Parent.of(null), Precondition.NONE);
        assertEquals(List.of("a", "b", "c", "d"), path(name, null));
        messages.append(name, new Append(List.of(message("r", "r")), Parent.ROOT, null), false, Precondition.NONE);
        assertEquals(List.of("r"), path(name, null));
    }
}
