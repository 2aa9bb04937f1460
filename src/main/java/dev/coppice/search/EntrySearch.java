package dev.coppice.search;

import dev.coppice.search.index.IndexCatchUp;
import dev.coppice.search.index.IndexedEntry;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Finds entries of context blocks by their words, as {@link Searches} finds messages: the index proposes, and the
 * database says what is there. Takes no lock.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class EntrySearch {
    /** Entries that the database is asked for at once. */
    private static final int LOOK = 100;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private IndexLookup indexLookup;

    @Inject
    private Event<IndexCatchUp> catchUp;

    @Inject
    private SearchSettings settings;

    /**
     * The entries of a store that have all that the query wants, or else those that have some of it. Whatever was
     * committed before the call is found, as long as this node's index works and is not further behind than it makes
     * good within {@code coppice.search.catch-up}; what the caller's own transaction has written is not. The grammar is
     * {@link SearchQuery}'s; a query that is blank or without words finds nothing. 503 {@code unavailable} while the
     * index cannot be read.
     *
     * @param tenant number of the tenant that the store belongs to; entries of any other are never found
     * @param limit entries at most, 1 or more
     * @return numbers of entries, the best first
     */
    public List<Long> search(int tenant, long store, String query, int limit) {
        if (SearchQuery.isBlank(query)) {
            return List.of();
        }
        var clauses = indexLookup.clauses(SearchQuery.parse(query));
        if (clauses.wording().wanted().isEmpty()) {
            return List.of();
        }
        catchUp.fire(new IndexCatchUp(settings.catchUp()));
        return indexLookup.ask(List.of(IndexedEntry.class), searcher -> {
            var matches = new EntryMatches(searcher, SearchScope.of(tenant).store(store), clauses);
            var full = there(matches.full(), tenant, store, limit);
            return full.isEmpty() && !searcher.timedOut() && !clauses.wording().isSingle()
                    ? there(matches.partial(), tenant, store, limit)
                    : full;
        });
    }

    /** The first of some entries that are in the store, in their order. */
    private List<Long> there(List<Long> entries, int tenant, long store, int limit) {
        var there = new ArrayList<Long>();
        for (int from = 0; from < entries.size() && there.size() < limit; from += LOOK) {
            var some = entries.subList(from, Math.min(entries.size(), from + LOOK));
            var rows = em.createQuery(
                            "select e.id, e.tenant, e.store from IndexedEntry e where e.id in :ids", Object[].class)
                    .setParameter("ids", some)
                    .getResultList();
            var found = new HashSet<Long>();
            for (var row : rows) {
                if ((Integer) row[1] == tenant && (Long) row[2] == store) {
                    found.add((Long) row[0]);
                }
            }
            some.stream().filter(found::contains).forEach(there::add);
        }
        return List.copyOf(there.subList(0, Math.min(limit, there.size())));
    }
}
