package dev.coppice.search.index;

import dev.coppice.eventlog.EventRow;
import dev.coppice.message.Position;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.hibernate.search.engine.search.aggregation.AggregationKey;
import org.hibernate.search.mapper.orm.Search;
import org.hibernate.search.mapper.orm.session.SearchSession;

/**
 * Removes the documents of messages and block entries that events of the log report as removed. Only for
 * {@link Documents}, which commits the changes of Hibernate Search's indexing plan. For one transaction; not
 * thread-safe.
 */
final class DocumentRemovals {
    /**
     * Maximum number of former trees of a session that one call removes from the index. A session gets a new tree when
     * it is cleared, so it rarely has more than one former tree.
     */
    private static final int MAX_TREES = 1000;

    private final EntityManager em;
    private final SearchSession session;

    DocumentRemovals(EntityManager em) {
        this.em = em;
        this.session = Search.session(em);
    }

    /**
     * Removes the documents of a session's former trees, except the original texts that forks still read.
     *
     * @param owner database id of the session
     * @param current the session's trees that are still read
     */
    void removeOldTrees(long owner, SessionTrees current) {
        var key = AggregationKey.<Map<String, Long>>of("trees");
        var indexed = session.search(Documents.TYPES)
                .where(f -> f.match().field(IndexFields.SESSION).matching(Long.toString(owner)))
                .aggregation(
                        key,
                        f -> f.terms().field(IndexFields.TREE, String.class).maxTermCount(MAX_TREES))
                .fetch(0)
                .aggregation(key);
        var trees = indexed.keySet().stream().map(Long::valueOf).collect(Collectors.toCollection(HashSet::new));
        trees.removeAll(current.all());
        purge(Documents.TYPES, trees, OwnerKey::tree);
        purge(List.of(IndexedEdit.class), current.orphaned(), OwnerKey::tree);
    }

    /**
     * Removes the documents of messages that an event reports as purged, except messages that a fork still reads.
     *
     * @param tree database id of the session's tree; null if the session was deleted; then nothing is removed
     */
    void removePurged(Long tree, EventRow event) {
        if (tree != null) {
            for (var type : List.of(DocumentType.MESSAGE, DocumentType.EDIT)) {
                PurgedRange.of(event).stale(em, type, tree).forEach(id -> session.indexingPlan()
                        .purge(type.rows(), id, null));
            }
        }
    }

    /** Removes the documents of the original texts in message rows that were purged from the database. */
    void removeTexts(Collection<Position> rows) {
        rows.forEach(row -> session.indexingPlan().purge(IndexedMessage.class, row, null));
    }

    /**
     * Removes the documents of the block entries of these deleted sessions, but not of entries that sessions share.
     * First checks whether there are any, because most sessions have no entries.
     */
    void removeEntries(Set<Long> sessions) {
        if (sessions.isEmpty()) {
            return;
        }
        boolean any = session.search(IndexedEntry.class)
                        .where(f -> f.terms()
                                .field(IndexFields.SESSION)
                                .matchingAny(
                                        sessions.stream().map(String::valueOf).toList()))
                        .fetchTotalHitCount()
                > 0;
        if (any) {
            purge(List.of(IndexedEntry.class), sessions, OwnerKey::session);
        }
    }

    /**
     * Removes the documents of all shared entries of the blocks with these database ids ({@code context.StoredBlock}),
     * whose content was erased. All entries of such blocks are shared by the sessions of a user.
     */
    void removeStores(Set<Long> stores) {
        purge(List.of(IndexedEntry.class), stores, OwnerKey::store);
    }

    /**
     * Removes all documents of these types whose owner has one of the given database ids.
     *
     * @param key returns the routing key of an owner; see {@link OwnerKey}
     */
    private void purge(
            List<? extends Class<? extends IndexedRow>> types, Collection<Long> owners, LongFunction<String> key) {
        if (!owners.isEmpty()) {
            session.workspace(types).purge(owners.stream().map(key::apply).collect(Collectors.toSet()));
        }
    }
}
