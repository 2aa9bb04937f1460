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
 * Walks over the tables and over the index, in bounded steps: to write every document anew, or to compare each with what
 * it was made of.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class Scans {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Documents documents;

    /** What a step has come to: where the walk goes on (null at its end), how many it looked at, and what was wrong. */
    public record Step(ScanPosition next, int looked, Mismatches findings) {}

    /** How many rows there are to look at. */
    public long size() {
        return Arrays.stream(DocumentType.values())
                .mapToLong(type -> em.createQuery("select count(*)" + RowReader.from(type), Long.class)
                        .getSingleResult())
                .sum();
    }

    /** Writes the next documents anew. */
    public Step write(ScanPosition at) {
        var rows = new RowReader(em).behind(at);
        documents.write(rows);
        return new Step(behind(at, rows), rows.size(), Mismatches.NONE);
    }

    /** Compares the next rows with their documents. */
    public Step compare(ScanPosition at) {
        var rows = new RowReader(em).behind(at);
        return new Step(behind(at, rows), rows.size(), compared(at.type(), rows));
    }

    private static ScanPosition behind(ScanPosition at, List<? extends IndexedRow> rows) {
        return rows.isEmpty()
                ? at.nextType()
                : ScanPosition.behind(at.type(), rows.get(rows.size() - 1).id());
    }

    private Mismatches compared(DocumentType type, List<? extends IndexedRow> rows) {
        var prints = prints(type, rows.stream().map(IndexedRow::id).toList());
        var missing = new HashSet<Object>();
        var wrong = new HashSet<Object>();
        var stale = new HashSet<Object>();
        for (var row : rows) {
            var print = prints.get(row.id());
            if (print == null) {
                if (row.isThere()) {
                    missing.add(row.id());
                }
            } else if (!row.isThere()) {
                stale.add(row.id());
            } else if (print != row.print()) {
                wrong.add(row.id());
            }
        }
        return new Mismatches(type, missing, wrong, stale);
    }

    private Map<Object, Long> prints(DocumentType type, Collection<Object> ids) {
        var prints = new HashMap<Object, Long>();
        if (!ids.isEmpty()) {
            Search.session(em)
                    .search(type.rows())
                    .select(f -> f.composite()
                            .from(f.id(), f.field(IndexFields.PRINT, Long.class))
                            .as((id, print) -> Map.entry(id, print == null ? 0L : print)))
                    .where(f -> f.id().matchingAny(ids))
                    .fetchAllHits()
                    .forEach(entry -> prints.put(entry.getKey(), entry.getValue()));
        }
        return prints;
    }

    /** Looks for documents whose rows are gone. */
    public Step compareDocuments(ScanPosition at) {
        var ids = Search.session(em)
                .search(at.type().rows())
                .select(f -> f.id())
                .where(f -> behind(f, at))
                .sort(f -> f.composite(keys -> at.type().parts().forEach(part -> keys.add(f.field(part.field())))))
                .fetchHits(RowReader.PIECE);
        if (ids.isEmpty()) {
            return new Step(at.nextType(), 0, Mismatches.NONE);
        }
        var stale = new HashSet<Object>(ids);
        stale.removeAll(existing(at.type(), ids));
        return new Step(
                ScanPosition.behind(at.type(), ids.get(ids.size() - 1)),
                ids.size(),
                new Mismatches(at.type(), Set.of(), Set.of(), stale));
    }

    /** The documents behind a place: those that differ from it first in a number that is greater. */
    private static PredicateFinalStep behind(SearchPredicateFactory f, ScanPosition at) {
        var parts = at.type().parts();
        var behind = f.or();
        for (int same = 0; same < parts.size(); same++) {
            var here = f.and();
            for (int i = 0; i < same; i++) {
                var part = parts.get(i);
                here.add(f.match()
                        .field(part.field())
                        .matching(part.inDocument(at.key().get(i))));
            }
            var part = parts.get(same);
            behind.add(here.add(f.range()
                    .field(part.field())
                    .greaterThan(part.inDocument(at.key().get(same)))));
        }
        return behind;
    }

    /** Those of some ids, in the order of their keys, that have a row which may have a document. */
    private Set<Object> existing(DocumentType type, List<?> ids) {
        int last = type.parts().size() - 1;
        var attribute = type.attribute(type.parts().get(last));
        var found = new HashSet<Object>();
        for (int i = 0; i < ids.size(); ) {
            var from = ScanPosition.behind(type, ids.get(i));
            var to = from;
            for (var at = from; at != null && at.isBeside(from); ) {
                to = at;
                i++;
                at = i < ids.size() ? ScanPosition.behind(type, ids.get(i)) : null;
            }
            var query = em.createQuery(
                    "select d." + type.id() + RowReader.from(type) + " where " + RowReader.same(type, last) + attribute
                            + " between :from and :to" + type.kept(),
                    Object.class);
            RowReader.bind(query, from, last);
            var part = type.parts().get(last);
            query.setParameter("from", part.inRow(from.key().get(last)));
            query.setParameter("to", part.inRow(to.key().get(last)));
            found.addAll(query.getResultList());
        }
        return found;
    }

    /** Looks again at what was found, and makes good what is still so. */
    public Mismatches repair(Mismatches found) {
        var reader = new RowReader(em);
        var rows = new ArrayList<IndexedRow>();
        var gone = new HashSet<Object>();
        for (var id : found.all()) {
            var row = reader.find(found.type(), id);
            if (row != null) {
                rows.add(row);
            } else {
                gone.add(id);
            }
        }
        var left = compared(found.type(), rows);
        var stale = new HashSet<>(prints(found.type(), gone).keySet());
        documents.remove(found.type(), stale);
        stale.addAll(left.stale());
        var wrong = left.all();
        documents.write(rows.stream().filter(row -> wrong.contains(row.id())).toList());
        return new Mismatches(found.type(), left.missing(), left.wrong(), stale);
    }
}
