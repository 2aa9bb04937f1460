package dev.coppice.search.index;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.search.engine.search.predicate.dsl.PredicateFinalStep;
import org.hibernate.search.engine.search.predicate.dsl.SearchPredicateFactory;
import org.hibernate.search.mapper.orm.Search;

/**
 * Scans the database tables and the search index in steps of limited size. A step either writes the documents of some
 * rows, or compares documents with their rows. Each step runs in its own transaction.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class Scans {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Documents documents;

    /**
     * The result of a step of a scan.
     *
     * @param next position at which the scan continues; null at the end
     * @param scanned number of rows or documents scanned in this step
     * @param mismatches documents that do not match their rows; none if the step wrote the documents
     */
    public record Step(ScanPosition next, int scanned, Mismatches mismatches) {}

    /** Returns the number of database rows of all document types, whether they have documents or not. */
    public long size() {
        return Arrays.stream(DocumentType.values())
                .mapToLong(type -> em.createQuery("select count(*)" + type.from(), Long.class)
                        .getSingleResult())
                .sum();
    }

    /**
     * Writes the documents of the next chunk of rows after a position of the scan, without checking which documents
     * exist already. The result has no mismatches.
     */
    public Step write(ScanPosition at) {
        var rows = new RowReader(em).after(at);
        documents.write(rows);
        return new Step(after(at, rows), rows.size(), Mismatches.NONE);
    }

    /**
     * Compares the next chunk of rows after a position of the scan with their documents, and returns the mismatches.
     * Repairs nothing.
     */
    public Step compare(ScanPosition at) {
        var rows = new RowReader(em).after(at);
        return new Step(after(at, rows), rows.size(), compare(at.type(), rows));
    }

    private static ScanPosition after(ScanPosition at, List<? extends IndexedRow> rows) {
        return rows.isEmpty()
                ? at.nextType()
                : ScanPosition.after(at.type(), rows.get(rows.size() - 1).id());
    }

    private Mismatches compare(DocumentType type, List<? extends IndexedRow> rows) {
        var fingerprints = fingerprints(type, rows.stream().map(IndexedRow::id).toList());
        var missing = new HashSet<Object>();
        var wrong = new HashSet<Object>();
        var stale = new HashSet<Object>();
        for (var row : rows) {
            var indexed = fingerprints.get(row.id());
            if (indexed == null) {
                if (row.hasDocument()) {
                    missing.add(row.id());
                }
            } else if (!row.hasDocument()) {
                stale.add(row.id());
            } else if (indexed != row.fingerprint()) {
                wrong.add(row.id());
            }
        }
        return new Mismatches(type, missing, wrong, stale);
    }

    /** Returns the fingerprints of the documents with these ids, by id. Leaves out ids without a document. */
    private Map<Object, Long> fingerprints(DocumentType type, Collection<Object> ids) {
        var fingerprints = new HashMap<Object, Long>();
        if (!ids.isEmpty()) {
            Search.session(em)
                    .search(type.rows())
                    .select(f -> f.composite()
                            .from(f.id(), f.field(IndexFields.FINGERPRINT, Long.class))
                            .as((id, fingerprint) -> Map.entry(id, fingerprint == null ? 0L : fingerprint)))
                    .where(f -> f.id().matchingAny(ids))
                    .fetchAllHits()
                    .forEach(entry -> fingerprints.put(entry.getKey(), entry.getValue()));
        }
        return fingerprints;
    }

    /**
     * Reads the next chunk of documents after a position of the scan, and returns as mismatches those that have no row,
     * or whose row has no owner. Repairs nothing.
     */
    public Step compareDocuments(ScanPosition at) {
        var ids = Search.session(em)
                .search(at.type().rows())
                .select(f -> f.id())
                .where(f -> after(f, at))
                .sort(f -> f.composite(keys -> at.type().fields().forEach(field -> keys.add(f.field(field)))))
                .fetchHits(RowReader.CHUNK);
        if (ids.isEmpty()) {
            return new Step(at.nextType(), 0, Mismatches.NONE);
        }
        var stale = new HashSet<Object>(ids);
        stale.removeAll(withRow(at.type(), ids));
        return new Step(
                ScanPosition.after(at.type(), ids.get(ids.size() - 1)),
                ids.size(),
                new Mismatches(at.type(), Set.of(), Set.of(), stale));
    }

    /**
     * Returns a search predicate for documents whose key is greater than the key of the position. Keys are compared
     * number by number.
     */
    private static PredicateFinalStep after(SearchPredicateFactory f, ScanPosition at) {
        var fields = at.type().fields();
        var after = f.or();
        var equal = new ArrayList<PredicateFinalStep>();
        for (int i = 0; i < fields.size(); i++) {
            var number = DocumentType.inDocument(fields.get(i), at.key().get(i));
            var greater = f.and().add(f.range().field(fields.get(i)).greaterThan(number));
            equal.forEach(greater::add);
            after.add(greater);
            equal.add(f.match().field(fields.get(i)).matching(number));
        }
        return after;
    }

    /**
     * Returns those of the given primary keys for which both a row and the row's owner exist; see {@link #withOwner}.
     *
     * @param ids primary keys, sorted; of type {@code Position}, {@code Edit.Key} or {@code Long}
     */
    private Set<Object> withRow(DocumentType type, List<?> ids) {
        var keys = ids.stream().map(id -> ScanPosition.after(type, id)).toList();
        var owners = new HashMap<Object, Long>();
        for (int from = 0, to = 1; from < keys.size(); from = to++) {
            while (to < keys.size() && keys.get(to).isEqualExceptLast(keys.get(from))) {
                to++;
            }
            readOwners(keys.get(from), keys.get(to - 1), owners);
        }
        return withOwner(type, owners);
    }

    /**
     * Reads the rows from the key {@code from} to the key {@code to}, both inclusive. Puts the primary key of each row
     * into the map {@code owners}, with the database id of the row's owner. The two keys may differ only in the last
     * number.
     */
    private void readOwners(ScanPosition from, ScanPosition to, Map<Object, Long> owners) {
        var type = from.type();
        int last = type.fields().size() - 1;
        var field = type.fields().get(last);
        var query = em.createQuery(
                "select " + type.id() + ", " + type.owner() + type.from() + " where " + RowReader.equalTo(type, last)
                        + type.attributes().get(last) + " between :from and :to",
                Object[].class);
        RowReader.equalParameters(from, last).forEach(query::setParameter);
        query.setParameter("from", DocumentType.inRow(field, from.key().get(last)));
        query.setParameter("to", DocumentType.inRow(field, to.key().get(last)));
        query.getResultList().forEach(row -> owners.put(row[0], (Long) row[1]));
    }

    /**
     * Removes from {@code owners} each row whose owner does not exist, and returns the primary keys of the other rows.
     * The owner of a message's original text or of an edit is a tree. For both, the tree counts as existing if it is
     * the tree of a session. For an original text, an orphaned tree counts as existing too, because forks still read
     * it. The owner of a block entry is a session; an entry that sessions share has no owner and is always kept.
     *
     * @param type type of all these rows
     * @param owners database id of each row's owner, by the row's primary key; null for a shared entry. Is modified.
     */
    private Set<Object> withOwner(DocumentType type, Map<Object, Long> owners) {
        var numbers = new HashSet<>(owners.values());
        numbers.remove(null);
        var existing = new HashSet<Long>();
        if (type == DocumentType.ENTRY) {
            existing.addAll(Owner.existing(em, numbers));
            existing.add(null);
        } else {
            Owner.ofTrees(em, numbers).values().stream()
                    .filter(owner -> type == DocumentType.MESSAGE || !owner.isOrphaned())
                    .forEach(owner -> existing.add(owner.tree()));
        }
        owners.values().retainAll(existing);
        return owners.keySet();
    }

    /** Compares the given documents with their rows once more, and returns those that still do not match. */
    public Mismatches compareAgain(Mismatches found) {
        return remaining(found, rows(found));
    }

    /**
     * Compares the given documents with their rows once more, and repairs those that still do not match. Returns the
     * repaired documents.
     */
    public Mismatches repair(Mismatches found) {
        var rows = rows(found);
        var remaining = remaining(found, rows);
        var wrong = remaining.all();
        documents.write(rows.stream().filter(row -> wrong.contains(row.id())).toList());
        var deleted = new HashSet<>(remaining.stale());
        rows.forEach(row -> deleted.remove(row.id()));
        documents.remove(found.type(), deleted);
        return remaining;
    }

    /** Returns the rows of the given documents; leaves out documents without a row. */
    private List<IndexedRow> rows(Mismatches found) {
        var reader = new RowReader(em);
        var rows = new ArrayList<IndexedRow>();
        for (var id : found.all()) {
            var row = reader.find(found.type(), id);
            if (row != null) {
                rows.add(row);
            }
        }
        return rows;
    }

    private Mismatches remaining(Mismatches found, List<IndexedRow> rows) {
        var deleted = new HashSet<>(found.all());
        rows.forEach(row -> deleted.remove(row.id()));
        var compared = compare(found.type(), rows);
        var stale = new HashSet<>(compared.stale());
        stale.addAll(fingerprints(found.type(), deleted).keySet());
        return new Mismatches(found.type(), compared.missing(), compared.wrong(), stale);
    }
}
