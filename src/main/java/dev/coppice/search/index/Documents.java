package dev.coppice.search.index;

import dev.coppice.eventlog.EventRow;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.search.mapper.orm.Search;
import org.hibernate.search.mapper.orm.schema.management.SearchSchemaManager;
import org.hibernate.search.mapper.orm.session.SearchSession;

/**
 * Writes the documents of the search index; apart from {@link DocumentRemovals}, which this class uses, no other class
 * writes them. Each call makes documents from the current rows of the database, and returns after Lucene's commit. So a
 * call does no harm if it comes late or twice. After a failed call, documents may be missing or outdated until the call
 * is repeated.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class Documents {
    /** Number of bytes of message bodies after which one step of {@link #writePending} reads no further rows. */
    private static final int MAX_BYTES = 4 << 20;

    /**
     * If the rows of one call of {@link #stage} have more bytes than this number, their documents are committed at
     * once, so that they do not stay in memory.
     */
    private static final int LARGE = 64 << 10;

    /** Row classes of the documents in which messages are searched: original texts and edits. */
    public static final List<Class<? extends IndexedText>> TYPES = List.of(IndexedMessage.class, IndexedEdit.class);

    @PersistenceContext
    private EntityManager em;

    /** Deletes the index if it exists, and creates an empty one. */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void create() {
        manage(SearchSchemaManager::dropAndCreate);
    }

    /** Creates those folders and files of the index that do not exist. */
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

    /** Returns the number of documents of all types in the index; throws a SearchException if it cannot be read. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public long count() {
        return session().search(DocumentType.allRows()).where(f -> f.matchAll()).fetchTotalHitCount();
    }

    /**
     * Applies events of the log to the index. Returns trees that are not indexed completely yet, for
     * {@link #writePending}.
     */
    public List<PendingTree> follow(List<EventRow> events) {
        var changes = IndexChanges.of(events);
        var trees = SessionTrees.of(em, changes.sessions());
        var removals = new DocumentRemovals(em);
        changes.emptied.forEach(
                session -> removals.removeOldTrees(session, trees.getOrDefault(session, SessionTrees.NONE)));
        var pending = stagePending(changes.toIndexAgain(trees));
        forks(changes.created).forEach(this::writeCopiedEdits);
        changes.messages.forEach((session, messages) ->
                trees.getOrDefault(session, SessionTrees.NONE).all().forEach(tree -> write(tree, messages)));
        changes.purged.forEach(event -> removals.removePurged(
                trees.getOrDefault(event.session(), SessionTrees.NONE).current(), event));
        removals.removeTexts(changes.rows);
        removals.removeEntries(changes.deleted);
        removals.removeStores(changes.stores);
        var entries = new LinkedHashSet<>(changes.entries);
        entries.addAll(copiedEntries(changes.created));
        entries.forEach(this::writeEntry);
        session().indexingPlan().execute();
        return pending;
    }

    private void write(long tree, ChangedMessages messages) {
        var reader = new RowReader(em);
        var sources = messages.ids().isEmpty() ? List.<Long>of() : reader.sources(tree);
        messages.ids().forEach(id -> stage(reader.withId(tree, sources, id)));
        if (messages.hasAppended()) {
            writeAppended(tree, messages.first(), messages.last());
            // A message that fell out of retention and lost its id has a negative sequence number. Forks may still read
            // it.
            writeAppended(tree, -messages.last(), -messages.first());
        }
    }

    private void writeAppended(long tree, long first, long last) {
        var reader = new RowReader(em);
        for (long next = first; next <= last; ) {
            var rows = reader.withSeq(tree, next, last, RowReader.CHUNK);
            stage(rows);
            next = rows.isEmpty() ? last + 1 : rows.get(rows.size() - 1).seq() + 1;
        }
    }

    /**
     * Indexes the next rows of these trees, at most as many as one step may read. Returns the trees that may have rows
     * left, for the next call.
     */
    public List<PendingTree> writePending(List<PendingTree> trees) {
        var pending = stagePending(trees);
        session().indexingPlan().execute();
        return pending;
    }

    private List<PendingTree> stagePending(List<PendingTree> trees) {
        var reader = new RowReader(em);
        var pending = new ArrayDeque<>(trees);
        long bytes = 0;
        for (int read = 0; read < RowReader.CHUNK && bytes < MAX_BYTES && !pending.isEmpty(); ) {
            var at = pending.remove();
            var rows = reader.next(at, RowReader.CHUNK - read);
            at.after(rows).ifPresent(pending::addFirst);
            read += Math.max(1, rows.size()); // a query without a result counts too
            bytes += rows.stream().mapToInt(IndexedRow::bytes).sum();
            stage(rows);
        }
        return List.copyOf(pending);
    }

    private List<Long> forks(Set<Long> created) {
        return created.isEmpty()
                ? List.of()
                : em.createQuery(
                                """
                                select t.id from Session s join Tree t on t.id = s.tree
                                where s.id in :created and t.baseTree is not null""",
                                Long.class)
                        .setParameter("created", created)
                        .getResultList();
    }

    /** Writes the documents of the edits (updates, deletes) in a fork's tree, which were copied from its source. */
    private void writeCopiedEdits(long tree) {
        var reader = new RowReader(em);
        var at = ScanPosition.beforeEditsOf(tree);
        for (var edits = reader.after(at, 1); !edits.isEmpty(); edits = reader.after(at, 1)) {
            at = ScanPosition.after(
                    DocumentType.EDIT, edits.get(edits.size() - 1).id());
            stage(edits);
        }
    }

    /** Writes the document of a block entry, or removes it if the entry was deleted. */
    private void writeEntry(long id) {
        var entry = new RowReader(em).find(DocumentType.ENTRY, id);
        if (entry == null) {
            session().indexingPlan().purge(IndexedEntry.class, id, null);
        } else {
            stage(List.of(entry));
        }
    }

    /** Writes or removes the document of each row, see {@link IndexedRow#hasDocument}, and commits. */
    public void write(List<? extends IndexedRow> rows) {
        stage(rows);
        session().indexingPlan().execute();
    }

    /**
     * Prepares the documents of the rows for the next commit, and the removal of documents whose rows should have none.
     * Commits at once if these rows have more than {@link #LARGE} bytes.
     */
    private void stage(List<? extends IndexedRow> rows) {
        var plan = session().indexingPlan();
        long bytes = 0;
        for (var row : rows) {
            if (row.hasDocument()) {
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

    /** Removes documents of one type by the primary keys of their rows (see {@link IndexedRow#id}), and commits. */
    public void remove(DocumentType type, Collection<?> ids) {
        var plan = session().indexingPlan();
        ids.forEach(id -> plan.purge(type.rows(), id, null));
        plan.execute();
    }

    /** Returns the database ids of the block entries that new sessions got as copies from other sessions. */
    private List<Long> copiedEntries(Set<Long> created) {
        return created.isEmpty()
                ? List.of()
                : em.createQuery("select e.id from IndexedEntry e where e.session in :created", Long.class)
                        .setParameter("created", created)
                        .getResultList();
    }

    private SearchSession session() {
        return Search.session(em);
    }
}
