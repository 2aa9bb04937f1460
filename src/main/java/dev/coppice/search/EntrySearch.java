package dev.coppice.search;

import dev.coppice.search.index.IndexFollower;
import dev.coppice.search.index.IndexedEntry;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Full-text search for block entries: skill documents and searchable texts. Finds entries in the search index, and then
 * checks in the database that they still exist. Takes no lock.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class EntrySearch {
    /**
     * Maximum number of entries that one database query checks for existence. Nearly all entries in the index exist, so
     * the first query is usually enough.
     */
    private static final int BATCH = 100;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private IndexLookup indexLookup;

    @Inject
    private IndexFollower indexFollower;

    @Inject
    private SearchSettings settings;

    /**
     * Returns the entries of a context block that match the whole query. If there are none and the search has not timed
     * out, returns the entries that contain at least one of its words or prefixes. A search that has timed out may miss
     * entries. Finds all entries committed before the call if this node's index works and catches up within
     * {@code coppice.search.catch-up}. Does not find entries that the caller's own transaction has written and not
     * committed yet. {@link SearchQuery} defines the grammar of a query. Returns an empty list if the query is blank or
     * requires no word, for example because it only excludes words. Throws 503 {@code unavailable} if the index cannot
     * be read.
     *
     * @param tenant database id of the block's tenant; entries of other tenants are never found
     * @param store database id of the block's row ({@code context.StoredBlock})
     * @param query text of the query
     * @param limit maximum number of entries, at least 1
     * @return database ids of the entries, best first
     */
    public List<Long> search(int tenant, long store, String query, int limit) {
        if (SearchQuery.isBlank(query)) {
            return List.of();
        }
        var clauses = indexLookup.clauses(SearchQuery.parse(query));
        if (clauses.terms().required().isEmpty()) {
            return List.of();
        }
        indexFollower.catchUp(settings.catchUp());
        return indexLookup.search(List.of(IndexedEntry.class), searcher -> {
            var matches = new EntryMatches(searcher, SearchScope.of(tenant).store(store), clauses);
            var full = existing(matches.full(), tenant, store, limit);
            return full.isEmpty() && !searcher.timedOut() && !clauses.terms().isSingle()
                    ? existing(matches.partial(), tenant, store, limit)
                    : full;
        });
    }

    /**
     * Returns those of the entries that still exist in the block, in the order of {@code entries}, at most
     * {@code limit}.
     *
     * @param entries database ids of entries
     * @param tenant database id of the tenant
     * @param store database id of the block's row ({@code context.StoredBlock})
     */
    private List<Long> existing(List<Long> entries, int tenant, long store, int limit) {
        var existing = new ArrayList<Long>();
        for (int from = 0; from < entries.size() && existing.size() < limit; from += BATCH) {
            var batch = entries.subList(from, Math.min(entries.size(), from + BATCH));
            var rows = em.createQuery(
                            "select e.id, e.tenant, e.store from IndexedEntry e where e.id in :ids", Object[].class)
                    .setParameter("ids", batch)
                    .getResultList();
            var found = new HashSet<Long>();
            for (var row : rows) {
                if ((Integer) row[1] == tenant && (Long) row[2] == store) {
                    found.add((Long) row[0]);
                }
            }
            batch.stream().filter(found::contains).forEach(existing::add);
        }
        return List.copyOf(existing.subList(0, Math.min(limit, existing.size())));
    }
}
