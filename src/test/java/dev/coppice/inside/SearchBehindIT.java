package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.api.Precondition;
import dev.coppice.message.Append;
import dev.coppice.search.HitOptions;
import dev.coppice.search.Hits;
import dev.coppice.search.SearchQuery;
import dev.coppice.search.Searches;
import dev.coppice.session.SessionName;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A search that waits for the index says so if the index does not catch up in time. */
class SearchBehindIT extends InsideTest {
    private static final HitOptions WAITING = new HitOptions(10, null, false, false, true);

    @Inject
    private Searches searches;

    @Resource
    private ManagedExecutorService executor;

    /** A word that occurs in no other test. */
    private final String word = "w" + UUID.randomUUID().toString().replace("-", "");

    private Hits search(SessionName name, HitOptions options) {
        return searches.within(name, SearchQuery.parse(word), null, null, options);
    }

    @Test
    void searchIsBehindWhileEventsCannotGetPositions() throws Exception {
        var name = session();
        transaction.begin();
        number("select last_position from event_sequence where id = 1 for update");
        executor.submit(() -> append(name, "before")).get();
        var hits = search(name, WAITING);
        var withoutWaiting = search(name, HitOptions.best(10));
        transaction.rollback();
        assertTrue(hits.behind());
        assertFalse(withoutWaiting.behind());
        messages.append(name, Append.atLeaf(List.of(message("a", word))), false, Precondition.NONE);
        var found = search(name, WAITING);
        assertFalse(found.behind());
        assertEquals(1, found.items().size());
    }
}
