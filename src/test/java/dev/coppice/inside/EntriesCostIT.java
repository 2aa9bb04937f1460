package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.api.Precondition;
import dev.coppice.format.MessageBody;
import dev.coppice.message.Append;
import dev.coppice.message.Append.Parent;
import dev.coppice.session.SessionName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SQL statements of appends of messages with different parents. */
class EntriesCostIT extends InsideTest {
    private final AtomicInteger number = new AtomicInteger();

    private StatementCost statementCost;

    @BeforeEach
    void count() {
        statementCost = StatementCost.counting(em);
    }

    /** A comb: a chain of messages from a root, each of which has one more child. */
    private void appendComb(SessionName name, int teeth) {
        var messages = new ArrayList<MessageBody>();
        var parents = new HashMap<Integer, Parent>();
        var run = number.incrementAndGet() + "-";
        for (int i = 0; i < teeth; i++) {
            parents.put(messages.size(), i == 0 ? Parent.ROOT : Parent.of(run + "c" + (i - 1)));
            messages.add(body(run + "c" + i));
            parents.put(messages.size(), i == 0 ? Parent.of(run + "c0") : Parent.of(run + "c" + (i - 1)));
            messages.add(body(run + "t" + i));
        }
        append(name, messages, parents);
    }

    private void appendChain(SessionName name, int length) {
        var messages = new ArrayList<MessageBody>();
        var parents = new HashMap<Integer, Parent>();
        var run = number.incrementAndGet() + "-";
        for (int i = 0; i < length; i++) {
            parents.put(i, i == 0 ? Parent.ROOT : Parent.of(run + (i - 1)));
            messages.add(body(run + i));
        }
        append(name, messages, parents);
    }

    private void append(SessionName name, ArrayList<MessageBody> bodies, Map<Integer, Parent> parents) {
        var append = new Append(bodies, parents, Parent.LEAF, null, null, null);
        messages.append(name, append, false, Precondition.NONE);
    }

    private static MessageBody body(String id) {
        return MessageBody.of(
                ("{\"id\":\"" + id + "\",\"role\":\"user\",\"content\":\"x\"}").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void costOfChainDoesNotDependOnItsLength() {
        var name = session();
        assertEquals(
                statementCost.statements(() -> appendChain(name, 2)),
                statementCost.statements(() -> appendChain(name, 60)),
                "the messages are one batch");
    }

    @Test
    void eachBranchCostsTheSame() {
        var name = session();
        long few = statementCost.statements(() -> appendComb(name, 2));
        long more = statementCost.statements(() -> appendComb(name, 12));
        long most = statementCost.statements(() -> appendComb(name, 22));
        assertEquals(more - few, most - more);
        assertTrue(more - few <= 20, "at most two statements for each of ten branches: " + (more - few));
    }
}
