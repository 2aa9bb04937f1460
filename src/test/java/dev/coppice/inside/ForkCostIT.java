package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.api.Precondition;
import dev.coppice.message.Append;
import dev.coppice.message.Entries;
import dev.coppice.message.HistoryQuery;
import dev.coppice.session.SessionName;
import jakarta.inject.Inject;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SQL statements of forks. */
class ForkCostIT extends InsideTest {
    @Inject
    private Entries entries;

    private StatementCost statementCost;

    @BeforeEach
    void count() {
        statementCost = StatementCost.counting(em);
    }

    /** Creates a session with a path of messages by inserting rows: appends would call all observers. */
    private SessionName line(int length) {
        var name = session();
        append(name, "m0");
        long tree = number("select tree_id from session where session_id = ?", name.id());
        write(
                """
                insert into message (branch_id, depth, tree_id, message_id, gone, seq, role, body, bytes, tokens,
                path_bytes, path_tokens, version, created_at, sent, preview)
                select m.branch_id, r.x, m.tree_id, 'm' || r.x, 0, m.seq + r.x, m.role, m.body, m.bytes, m.tokens,
                m.path_bytes * (r.x + 1), m.path_tokens * (r.x + 1), 1, m.created_at, m.sent, m.preview
                from message m cross join system_range(1, ?) r where m.tree_id = ?""",
                length - 1,
                tree);
        write(
                """
                update session set next_seq = next_seq + ?1, message_count = 1 + ?1, leaf_depth = ?1,
                leaf_id = 'm' || ?1, leaf_path_tokens = leaf_path_tokens * (1 + ?1),
                leaf_path_bytes = leaf_path_bytes * (1 + ?1), tokens = tokens * (1 + ?1), path_length = 1 + ?1
                where tree_id = ?2""",
                length - 1,
                tree);
        return name;
    }

    private void write(String sql, Object... parameters) {
        try {
            transaction.begin();
            var query = em.createNativeQuery(sql);
            for (int i = 0; i < parameters.length; i++) {
                query.setParameter(i + 1, parameters[i]);
            }
            query.executeUpdate();
            transaction.commit();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void forkCostDoesNotDependOnLength() {
        var few = line(10);
        var many = line(10_000);
        assertEquals(statementCost.statements(() -> fork(few, null)), statementCost.statements(() -> fork(many, null)));
        assertEquals(
                statementCost.statements(() -> fork(few, "m5")), statementCost.statements(() -> fork(many, "m5000")));
    }

    /** The database copies the edits, not one by one. */
    @Test
    void forkCostDoesNotDependOnEdits() {
        var name = line(1000);
        messages.put(name, message("m1", "other"), Append.Parent.LEAF, Precondition.NONE);
        long one = statementCost.statements(() -> fork(name, "m900"));
        IntStream.range(2, 60)
                .forEach(i -> messages.put(name, message("m" + i, "other"), Append.Parent.LEAF, Precondition.NONE));
        assertEquals(one, statementCost.statements(() -> fork(name, "m900")));
    }

    @Test
    void appendAndWindowOfAForkDoNotDependOnLength() {
        var few = fork(line(10), null);
        var many = fork(line(10_000), null);
        append(few, "x");
        append(many, "x");
        assertEquals(
                statementCost.statements(() -> append(few, UUID.randomUUID().toString())),
                statementCost.statements(() -> append(many, UUID.randomUUID().toString())));
        var end = new HistoryQuery(null, 5, null, null, null, false);
        assertEquals(
                statementCost.statements(() -> histories.history(few, end)),
                statementCost.statements(() -> histories.history(many, end)));
    }

    /** The beginning of a page of inherited entries is found by binary search, without reading the entries before it. */
    @Test
    void pagesOfEntriesAreFoundByBinarySearch() {
        var few = fork(line(10), null);
        var many = fork(line(10_000), null);
        var early = entries.list(few, 5, null).nextCursor();
        var late = entries.list(many, 5, entries.list(many, 200, null).nextCursor())
                .nextCursor();
        long there = statementCost.statements(() -> entries.list(few, 3, early));
        long far = statementCost.statements(() -> entries.list(many, 3, late));
        assertTrue(far - there <= 14, there + " and " + far);
    }
}
