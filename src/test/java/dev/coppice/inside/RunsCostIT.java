package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.api.Precondition;
import dev.coppice.message.Append;
import dev.coppice.message.Entries;
import dev.coppice.message.MessageRun;
import dev.coppice.message.TreePage;
import dev.coppice.session.SessionName;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SQL statements of a tree's runs, and the rows that they return: as many as there are branches, not messages. */
class RunsCostIT extends InsideTest {
    private static final int LONG = 100_000;

    /** The branch, the branch's last row, and the run's two ends. The session is read by JDBC, which is not counted. */
    private static final int ROWS_OF_LINE = 4;

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
        lengthen(tree, length - 1);
        return name;
    }

    private void lengthen(long tree, int more) {
        try {
            transaction.begin();
            write(
                    """
                    insert into message (branch_id, depth, tree_id, message_id, gone, seq, role, body, bytes, tokens,
                    path_bytes, path_tokens, version, created_at, sent, preview)
                    select m.branch_id, r.x, m.tree_id, 'm' || r.x, 0, m.seq + r.x, m.role, m.body, m.bytes, m.tokens,
                    m.path_bytes * (r.x + 1), m.path_tokens * (r.x + 1), 1, m.created_at, m.sent, m.preview
                    from message m cross join system_range(1, ?) r where m.tree_id = ?""",
                    more,
                    tree);
            write(
                    """
                    update session set next_seq = next_seq + ?1, message_count = 1 + ?1, leaf_depth = ?1,
                    leaf_id = 'm' || ?1, leaf_path_tokens = leaf_path_tokens * (1 + ?1),
                    leaf_path_bytes = leaf_path_bytes * (1 + ?1), tokens = tokens * (1 + ?1), path_length = 1 + ?1
                    where tree_id = ?2""",
                    more,
                    tree);
            transaction.commit();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void write(String sql, Object... parameters) {
        var query = em.createNativeQuery(sql);
        for (int i = 0; i < parameters.length; i++) {
            query.setParameter(i + 1, parameters[i]);
        }
        query.executeUpdate();
    }

    private TreePage runs(SessionName name) {
        return entries.runs(name, 200, null);
    }

    private static MessageRun run(TreePage page, int number) {
        return (MessageRun) page.nodes().get(number);
    }

    private long statements(SessionName name) {
        return statementCost.statements(() -> runs(name));
    }

    /** Rows that queries return and entities that are loaded. */
    private long rows(SessionName name) {
        return statementCost.cheapest(
                statistics -> statistics.getEntityLoadCount() + rowsOfQueries(statistics), () -> runs(name));
    }

    private static long rowsOfQueries(Statistics statistics) {
        return Arrays.stream(statistics.getQueries())
                .mapToLong(query -> statistics.getQueryStatistics(query).getExecutionRowCount())
                .sum();
    }

    @Test
    void lineOfHundredThousandMessagesIsOneRunOfFewRows() {
        var few = line(10);
        var many = line(LONG);
        assertEquals(1, runs(many).nodes().size());
        assertEquals(LONG, run(runs(many), 0).count());
        assertEquals("m" + (LONG - 1), run(runs(many), 0).lastId());
        assertEquals(statements(few), statements(many));
        assertEquals(ROWS_OF_LINE, rows(few));
        assertEquals(ROWS_OF_LINE, rows(many));
    }

    @Test
    void costDoesNotDependOnLengthOfBranches() {
        var few = line(200);
        var many = line(20_000);
        for (int i = 1; i <= 30; i++) {
            appendUnder(few, "m" + 5 * i, "x" + i);
            appendUnder(many, "m" + 500 * i, "x" + i);
        }
        assertEquals(61, runs(many).nodes().size());
        assertEquals(statements(few), statements(many));
        assertEquals(rows(few), rows(many));
        messages.put(few, message("m7", "other"), Append.Parent.LEAF, Precondition.NONE);
        messages.put(many, message("m7", "other"), Append.Parent.LEAF, Precondition.NONE);
        assertEquals(statements(few), statements(many));
        assertEquals(rows(few), rows(many));
    }

    @Test
    void costOfForkDoesNotDependOnLength() {
        var few = fork(line(10), "m8");
        var many = fork(line(10_000), "m9000");
        IntStream.range(0, 3).forEach(i -> {
            append(few, "x" + i);
            append(many, "x" + i);
        });
        assertEquals(1, runs(many).nodes().size());
        assertEquals(9_004, run(runs(many), 0).count());
        assertEquals(statements(few), statements(many));
        assertEquals(rows(few), rows(many));
    }

    /** Statements grow by a few for each hundred branches. */
    @Test
    void branchesAreReadByTheHundred() {
        var name = line(1000);
        appendUnder(name, "m1", "x1");
        long one = statements(name);
        for (int i = 2; i <= 90; i++) {
            appendUnder(name, "m" + 10 * i, "x" + i);
        }
        assertTrue(statements(name) <= one + 8, () -> one + " and " + statements(name) + " statements");
    }
}
