package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.api.Precondition;
import dev.coppice.message.Append;
import java.util.List;
import java.util.stream.IntStream;
import org.hibernate.Session;
import org.junit.jupiter.api.Test;

/** Hibernate keeps each entity with its body until the transaction ends, unless it is detached. */
class LoadedMessagesIT extends InsideTest {
    private static final int MESSAGES = 30;
    private static final int LENGTH = 200_000;

    /** More entities than a write needs besides messages. */
    private static final int OTHERS = 10;

    private static final List<String> IDS =
            IntStream.range(0, MESSAGES).mapToObj(i -> "m" + i).toList();

    /** Does the write in a transaction that is rolled back, and returns the number of entities kept in the end. */
    private int entitiesAfter(Runnable write) throws Exception {
        transaction.begin();
        try {
            write.run();
            return em.unwrap(Session.class).getStatistics().getEntityCount();
        } finally {
            transaction.rollback();
        }
    }

    /** Every third message exceeds the bytes that may be kept. Background tasks may flush, too. */
    @Test
    void deleteDetachesLargeMessages() throws Exception {
        var name = session();
        for (var id : IDS) {
            messages.append(name, Append.atLeaf(List.of(message(id, "x".repeat(LENGTH)))), false, Precondition.NONE);
        }
        var statistics = StatementCost.counting(em).statistics();
        long before = statistics.getFlushCount();
        int entities = entitiesAfter(() -> messages.delete(name, IDS));
        long flushes = statistics.getFlushCount() - before;
        assertTrue(flushes >= MESSAGES / 3, flushes + " flushes");
        assertTrue(entities < OTHERS, entities + " entities");
    }

    @Test
    void comparedMessagesAreNotLoaded() throws Exception {
        var name = session();
        var ids = IDS.toArray(String[]::new);
        append(name, ids);
        int entities = entitiesAfter(() -> append(name, ids));
        assertTrue(entities < OTHERS, entities + " entities");
    }
}
