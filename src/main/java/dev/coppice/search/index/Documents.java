package dev.coppice.search.index;

import dev.coppice.eventlog.EventRow;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.search.engine.search.aggregation.AggregationKey;
import org.hibernate.search.mapper.orm.Search;
import org.hibernate.search.mapper.orm.schema.management.SearchSchemaManager;
import org.hibernate.search.mapper.orm.session.SearchSession;

/**
 * The only writer of the index. Each call reads what the database says now and writes that, so that it may be repeated
 * and arrive late; when it returns, Lucene has committed. A failure leaves less written, never anything wrong.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class Documents {
    /** With so many bytes of bodies a piece of what was left is long enough. */
    private static final int MAX_BYTES = 4 << 20;

    /** Bytes of texts that are not kept until the others of their batch are read. */
    private static final int LARGE = 64 << 10;

    /** Trees that one session may have left in the index: one for each time it was cleared since the last change. */
    private static final int MAX_TREES = 1000;

    /** What searches for messages look at. */
    public static final List<Class<? extends IndexedText>> TYPES = List.of(IndexedMessage.class, IndexedEdit.class);

    @PersistenceContext
    private EntityManager em;

    /** Makes an empty index, in place of the one that is there, if there is one. */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void create() {
        manage(SearchSchemaManager::dropAndCreate);
    }

    /** Makes what is missing of the index. */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void createIfMissing() {
        manage(SearchSchemaManager::createIfMissing);
    }

    private interface Management {
        void run(SearchSchemaManager schema) throws InterruptedException;
    }

    private void manage(Management work) {
        try {
            work.run(Search.mapping(em.getEntityManagerFactory())
                    .scope(DocumentType.allRows())
                    .schemaManager());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** How many documents there are. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public long count() {
        return session().search(DocumentType.allRows()).where(f -> f.matchAll()).fetchTotalHitCount();
    }

    /**
     * Brings into the index what some events tell of.
     *
     * @return what sessions have left to forks, as far as it is still to be written ({@link #writeLeft})
     */
    public List<OrphanedTree> follow(List<EventRow> changes) {
        var changed = IndexChanges.of(changes);
        var trees = SessionTrees.of(em, changed.sessions());
        var left = new ArrayList<OrphanedTree>();
        for (long session : changed.emptied) {
            var now = trees.getOrDefault(session, SessionTrees.NONE);
            removeOldTrees(session, now);
            if (changed.gone.contains(session)) {
                now.left().forEach(tree -> left.add(OrphanedTree.of(tree)));
            }
        }
        var open = stageLeft(left);
        forks(changed.created).forEach(this::writeCopiedEdits);
        changed.touched.forEach((session, what) ->
                trees.getOrDefault(session, SessionTrees.NONE).all().forEach(tree -> write(tree, what)));
        changed.purged.forEach(change -> removePurged(
                trees.getOrDefault(change.session(), SessionTrees.NONE).own(), change));
        changed.rows.forEach(row -> session().indexingPlan().purge(IndexedMessage.class, row, null));
        removeEntries(changed.gone);
        removeStores(changed.stores);
        var entries = new LinkedHashSet<>(changed.entries);
        entries.addAll(broughtAlong(changed.created));
        entries.forEach(this::writeEntry);
        session().indexingPlan().execute();
        return open;
    }

    private void write(long tree, ChangedMessages what) {
        var reader = new RowReader(em);
        var sources = what.ids().isEmpty() ? List.<Long>of() : reader.sources(tree);
        what.ids().forEach(id -> stage(reader.named(tree, sources, id)));
        if (what.hasAppended()) {
            writeAppended(tree, what.first(), what.last());
            // What gave up its id since, because it is not retained, has its seq below zero; forks may read it.
            writeAppended(tree, -what.last(), -what.first());
        }
    }

    private void writeAppended(long tree, long first, long last) {
        var reader = new RowReader(em);
        for (long next = first; next <= last; ) {
            var rows = reader.appended(tree, next, last, RowReader.PIECE);
            stage(rows);
            next = rows.isEmpty() ? last + 1 : rows.get(rows.size() - 1).seq() + 1;
        }
    }

    /**
     * Writes the next messages that sessions have left to forks, as many as one commit may hold.
     *
     * @return what is still to be written
     */
    public List<OrphanedTree> writeLeft(List<OrphanedTree> left) {
        var open = stageLeft(left);
        session().indexingPlan().execute();
        return open;
    }

    private List<OrphanedTree> stageLeft(List<OrphanedTree> left) {
        var reader = new RowReader(em);
        var open = new ArrayDeque<>(left);
        long bytes = 0;
        for (int looked = 0; looked < RowReader.PIECE && bytes < MAX_BYTES && !open.isEmpty(); ) {
            var at = open.remove();
            var rows = reader.appended(at.tree(), at.seq() + 1, Long.MAX_VALUE, RowReader.PIECE - looked);
            if (!rows.isEmpty()) {
                open.addFirst(at.behind(rows.get(rows.size() - 1).seq()));
            }
            looked += Math.max(1, rows.size()); // looking in vain costs, too
            bytes += rows.stream().mapToInt(IndexedRow::bytes).sum();
            stage(rows);
        }
        return List.copyOf(open);
    }

    /** The trees of those of some sessions that are forks; one query. */
    private List<Long> forks(Set<Long> created) {
        return created.isEmpty()
                ? List.of()
                : em.createQuery(
                                """
                                select t.id from IndexedSession s join Tree t on t.id = s.tree
                                where s.number in :created and t.baseTree is not null""",
                                Long.class)
                        .setParameter("created", created)
                        .getResultList();
    }

    /** The edits that a fork began with. */
    private void writeCopiedEdits(long tree) {
        var reader = new RowReader(em);
        var at = ScanPosition.beforeEditsOf(tree);
        for (var edits = reader.behind(at, 1); !edits.isEmpty(); edits = reader.behind(at, 1)) {
            at = ScanPosition.behind(
                    DocumentType.EDIT, edits.get(edits.size() - 1).id());
            stage(edits);
        }
    }

    /** What a session has let go of; what a fork still holds has its row. */
    private void removePurged(Long tree, EventRow change) {
        if (tree != null) {
            for (var type : List.of(DocumentType.MESSAGE, DocumentType.EDIT)) {
                PurgedRange.of(change)
                        .stale(em, type, tree)
                        .forEach(id -> session().indexingPlan().purge(type.rows(), id, null));
            }
        }
    }

    /** An entry that was written or removed. */
    private void writeEntry(long id) {
        var entry = new RowReader(em).find(DocumentType.ENTRY, id);
        if (entry == null) {
            session().indexingPlan().purge(IndexedEntry.class, id, null);
        } else {
            stage(List.of(entry));
        }
    }

    /** Adds, replaces or removes the documents of some rows. */
    public void write(List<? extends IndexedRow> rows) {
        stage(rows);
        session().indexingPlan().execute();
    }

    /** Makes the documents of some rows, to be written by one commit with others; large ones are written at once. */
    private void stage(List<? extends IndexedRow> rows) {
        var plan = session().indexingPlan();
        long bytes = 0;
        for (var row : rows) {
            if (row.isThere()) {
                plan.addOrUpdate(row);
                bytes += row.bytes();
            } else {
                plan.purge(row.type().rows(), row.id(), null);
            }
        }
        if (bytes > LARGE) {
            plan.execute();
        } else {
            plan.process();
        }
        em.clear();
    }

    /** Removes documents that have no rows any more. */
    public void remove(DocumentType type, Collection<?> ids) {
        var plan = session().indexingPlan();
        ids.forEach(id -> plan.purge(type.rows(), id, null));
        plan.execute();
    }

    /** Removes the documents of what sessions that are gone had to themselves; most had nothing. */
    private void removeEntries(Set<Long> sessions) {
        if (sessions.isEmpty()) {
            return;
        }
        boolean any = session()
                        .search(IndexedEntry.class)
                        .where(f -> f.terms()
                                .field(IndexFields.SESSION)
                                .matchingAny(
                                        sessions.stream().map(String::valueOf).toList()))
                        .fetchTotalHitCount()
                > 0;
        if (any) {
            session()
                    .workspace(IndexedEntry.class)
                    .purge(sessions.stream().map(OwnerKey::session).collect(Collectors.toSet()));
        }
    }

    /** The entries that sessions began with, because they were made after others. */
    private List<Long> broughtAlong(Set<Long> created) {
        return created.isEmpty()
                ? List.of()
                : em.createQuery("select e.id from IndexedEntry e where e.session in :created", Long.class)
                        .setParameter("created", created)
                        .getResultList();
    }

    /** Removes the documents of what an erased user's sessions shared. */
    private void removeStores(Set<Long> stores) {
        if (!stores.isEmpty()) {
            session()
                    .workspace(IndexedEntry.class)
                    .purge(stores.stream().map(OwnerKey::store).collect(Collectors.toSet()));
        }
    }

    /** Removes the documents of trees that a session has left behind; forks go on reading what was written, not edits. */
    private void removeOldTrees(long session, SessionTrees now) {
        var key = AggregationKey.<Map<String, Long>>of("trees");
        var indexed = session()
                .search(TYPES)
                .where(f -> f.match().field(IndexFields.SESSION).matching(Long.toString(session)))
                .aggregation(
                        key,
                        f -> f.terms().field(IndexFields.TREE, String.class).maxTermCount(MAX_TREES))
                .fetch(0)
                .aggregation(key);
        var trees = indexed.keySet().stream().map(Long::valueOf).collect(Collectors.toCollection(HashSet::new));
        trees.removeAll(now.all());
        purge(TYPES, trees);
        purge(List.of(IndexedEdit.class), Set.copyOf(now.left()));
    }

    private void purge(List<Class<? extends IndexedText>> types, Set<Long> trees) {
        if (!trees.isEmpty()) {
            session().workspace(types).purge(trees.stream().map(OwnerKey::tree).collect(Collectors.toSet()));
        }
    }

    private SearchSession session() {
        return Search.session(em);
    }
}
