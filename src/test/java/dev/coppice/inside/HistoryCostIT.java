package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.message.ForwardQuery;
import dev.coppice.message.History;
import dev.coppice.message.HistoryQuery;
import dev.coppice.message.PathPages;
import dev.coppice.session.SessionName;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SQL statements of reads of a part of a history whose other messages are deleted. */
class HistoryCostIT extends InsideTest {
    private static final int MESSAGES = 1000;

    /** Number of messages that remain at each end of the path. */
    private static final int KEPT = 3;

    /** A statement for each deleted message would be a thousand; with twice as many rows each time, it is about ten. */
    private static final int AT_MOST = 50;

    @Inject
    private PathPages pages;

    private StatementCost statementCost;

    @BeforeEach
    void count() {
        statementCost = StatementCost.counting(em);
    }

    /** A session of messages {@code m0, m1, …} that are all deleted except some at both ends. */
    private SessionName withGap() {
        var name = session();
        append(name, ids(0, MESSAGES).toArray(String[]::new));
        messages.delete(name, ids(KEPT, MESSAGES - KEPT));
        return name;
    }

    private static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "m" + i).toList();
    }

    private static String text(History history) {
        var texts = new ArrayList<String>();
        var pieces = history.pieces();
        for (var piece = pieces.next(); !piece.isEmpty(); piece = pieces.next()) {
            piece.forEach(body -> texts.add(new String(body, StandardCharsets.UTF_8)));
        }
        return String.join("\n", texts);
    }

    @Test
    void windowSkipsDeletedMessagesWithFewStatements() {
        var name = withGap();
        for (int last : new int[] {KEPT, KEPT + 1}) {
            var query = new HistoryQuery(null, last, null, null, null, false);
            long statements = statementCost.statements(() -> histories.history(name, query));
            assertTrue(statements <= AT_MOST, statements + " statements for the last " + last);
        }
        var window = histories.history(name, new HistoryQuery(null, KEPT + 1, null, null, null, false));
        assertEquals("m" + (KEPT - 1), window.before());
        assertTrue(text(window).contains("text of m" + (KEPT - 1)), text(window));
        assertFalse(text(window).contains("text of m" + (KEPT - 2)), text(window));
    }

    @Test
    void forwardWindowSkipsDeletedMessagesWithFewStatements() {
        var name = withGap();
        for (int first : new int[] {KEPT, KEPT + 1}) {
            var query = new ForwardQuery(null, "m0", first, false);
            long statements = statementCost.statements(() -> histories.history(name, query));
            assertTrue(statements <= AT_MOST, statements + " statements for the first " + first);
        }
        var window = histories.history(name, new ForwardQuery(null, "m0", KEPT + 1, false));
        assertEquals("m" + (MESSAGES - KEPT + 1), window.next());
        assertTrue(text(window).contains("text of m" + (MESSAGES - KEPT)), text(window));
    }

    @Test
    void pageSkipsDeletedMessagesWithFewStatements() {
        var name = withGap();
        for (boolean forward : new boolean[] {true, false}) {
            var query = new PathPages.PageQuery(null, forward, KEPT + 1, 1 << 20);
            long statements = statementCost.statements(() -> pages.page(name, query, bytes -> {}));
            assertTrue(statements <= AT_MOST, statements + " statements, " + forward);
            assertEquals(
                    KEPT + 1, pages.page(name, query, bytes -> {}).messages().size());
        }
    }

    /** The session's row does not contain the leaf yet. */
    @Test
    void historyOfMessageAppendedAfterTheSessionWasRead() {
        var name = session();
        var empty = sessions.read(name);
        append(name, "m0", "m1");
        var history = histories
                .history(empty, new HistoryQuery("m1", null, null, null, null, false))
                .orElseThrow();
        assertEquals(2, history.pathLength());
        assertEquals(sessions.read(name).tokens(), history.tokens());
        assertTrue(text(history).contains("text of m0"), text(history));
    }
}
