package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Precondition;
import dev.coppice.message.Append;
import dev.coppice.message.HistoryQuery;
import dev.coppice.session.SessionName;
import dev.coppice.session.SessionPatch;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A history that cannot be read to its end breaks off; it never looks complete. */
class BrokenHistoriesIT extends InsideTest {

    @Test
    void deletingASessionWhileItIsReadBreaksTheHistoryOff() throws Exception {
        var name = session();
        append(name, IntStream.range(0, 900).mapToObj(i -> "m" + i).toArray(String[]::new));
        var history = histories.history(name, HistoryQuery.ALL);
        long tree = number("select tree_id from session where session_id = ?", name.id());
        sessions.delete(name, Precondition.NONE);
        EventsIT.await(() -> number("select count(*) from tree where id = ?", tree) == 0);
        var out = new ByteArrayOutputStream();
        assertThrows(RuntimeException.class, () -> history.writeTo(out));
        var written = out.toString(StandardCharsets.UTF_8);
        assertTrue(written.startsWith("{"), written);
        assertFalse(written.endsWith("}"), "an answer that broke off is no JSON");
    }

    /** A session with the messages m0 to m9; m0 was changed and m1 deleted after a fork, which reads both unchanged. */
    private SessionName sessionEditedAfterAFork() {
        var name = session();
        append(name, IntStream.range(0, 10).mapToObj(i -> "m" + i).toArray(String[]::new));
        fork(name, "m9");
        messages.put(name, message("m0", "changed"), Append.Parent.LEAF, Precondition.NONE);
        messages.delete(name, List.of("m1"));
        return name;
    }

    private void awaitPurgedEdits(long tree) throws InterruptedException {
        EventsIT.await(() -> number("select count(*) from edit where tree_id = ?", tree) == 0);
    }

    /** The edits of the deleted session are purged before its rows, which the fork retains. */
    @Test
    void editedMessagesOfADeletedSessionAreNotShownUnedited() throws Exception {
        var name = sessionEditedAfterAFork();
        var pieces = histories.history(name, HistoryQuery.ALL).pieces();
        long tree = number("select tree_id from session where session_id = ?", name.id());
        sessions.delete(name, Precondition.NONE);
        awaitPurgedEdits(tree);
        assertEquals(Code.OVERLOADED, assertThrows(Problem.class, pieces::next).code());
    }

    @Test
    void editedMessagesBeyondRetentionAreNotShownUnedited() throws Exception {
        var name = sessionEditedAfterAFork();
        var pieces = histories.history(name, HistoryQuery.ALL).pieces();
        sessions.patch(name, new SessionPatch().maxMessages(5), Precondition.NONE);
        awaitPurgedEdits(number("select tree_id from session where session_id = ?", name.id()));
        var shown = pieces.all().stream()
                .map(body -> new String(body, StandardCharsets.UTF_8))
                .toList();
        assertEquals(5, shown.size(), shown.toString());
        assertTrue(shown.get(0).contains("text of m5"), shown.toString());
    }
}
