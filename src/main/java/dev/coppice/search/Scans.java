package dev.coppice.search;

import dev.coppice.message.Edit;
import dev.coppice.message.Position;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.search.mapper.orm.Search;

/**
 * Walks over the tables and over the index, in bounded steps: to write every document anew, or to compare each with what
 * it was made of.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class Scans {
    /** Texts a step: some hundred milliseconds, so that what is appended meanwhile is found soon. */
    private static final int STEP = 500;

    /** Bytes of bodies that are held at once; one message may be longer. */
    private static final long MAX_BYTES = 4 << 20;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Documents documents;

    /** What a step has come to: where the walk goes on (null at its end), how many it looked at, and what was wrong. */
    public record Step(Place next, int looked, Findings findings) {}

    /** How many messages there are to look at. */
    public long size() {
        return em.createQuery("select count(*) from IndexedMessage d", Long.class)
                .getSingleResult();
    }

    /** Writes the next documents anew. */
    public Step write(Place at) {
        var texts = next(at);
        documents.write(texts);
        return new Step(behind(at, texts), texts.size(), Findings.NONE);
    }

    /** Compares the next texts with their documents. */
    public Step compare(Place at) {
        var texts = next(at);
        return new Step(behind(at, texts), texts.size(), compared(at.type(), texts));
    }

    private static Place behind(Place at, List<? extends IndexedText> texts) {
        return texts.isEmpty() ? at.nextType() : texts.get(texts.size() - 1).place();
    }

    private Findings compared(Class<? extends IndexedText> type, List<? extends IndexedText> texts) {
        var prints = prints(type, texts.stream().map(IndexedText::id).toList());
        var missing = new HashSet<Object>();
        var wrong = new HashSet<Object>();
        var stale = new HashSet<Object>();
        for (var text : texts) {
            var print = prints.get(text.id());
            if (print == null) {
                if (text.isThere()) {
                    missing.add(text.id());
                }
            } else if (!text.isThere()) {
                stale.add(text.id());
            } else if (print != text.print()) {
                wrong.add(text.id());
            }
        }
        return new Findings(type, missing, wrong, stale);
    }

    private Map<Object, Long> prints(Class<? extends IndexedText> type, Collection<Object> ids) {
        var prints = new HashMap<Object, Long>();
        if (!ids.isEmpty()) {
            Search.session(em)
                    .search(type)
                    .select(f -> f.composite()
                            .from(f.id(), f.field(Fields.PRINT, Long.class))
                            .as((id, print) -> Map.entry(id, print == null ? 0L : print)))
                    .where(f -> f.id().matchingAny(ids))
                    .fetchAllHits()
                    .forEach(entry -> prints.put(entry.getKey(), entry.getValue()));
        }
        return prints;
    }

    /** Looks for documents whose rows are gone. */
    public Step compareDocuments(Place at) {
        var ids = Search.session(em)
                .search(at.type())
                .select(f -> f.id())
                .where(f -> {
                    var branch = f.match().field(Fields.BRANCH).matching(at.branch());
                    var depth = f.match().field(Fields.DEPTH).matching(at.depth());
                    var behind = f.or(
                            f.range().field(Fields.BRANCH).greaterThan(at.branch()),
                            f.and(branch, f.range().field(Fields.DEPTH).greaterThan(at.depth())));
                    // Several trees may have edited one inherited message.
                    return at.isAtMessages()
                            ? behind
                            : f.or(
                                    behind,
                                    f.and(
                                            branch,
                                            depth,
                                            f.range().field(Fields.TREE).greaterThan(ByTree.key(at.tree()))));
                })
                .sort(f ->
                        f.field(Fields.BRANCH).then().field(Fields.DEPTH).then().field(Fields.TREE))
                .fetchHits(STEP);
        if (ids.isEmpty()) {
            return new Step(at.nextType(), 0, Findings.NONE);
        }
        var stale = new HashSet<Object>(ids);
        stale.removeAll(existing(at.type(), ids));
        return new Step(
                placeOf(ids.get(ids.size() - 1)), ids.size(), new Findings(at.type(), Set.of(), Set.of(), stale));
    }

    /** Those of some ids, in the order of their branches, that have a row and a session. */
    private Set<Object> existing(Class<? extends IndexedText> type, List<?> ids) {
        var key = type == IndexedMessage.class ? "position" : "key";
        var found = new HashSet<Object>();
        for (int i = 0; i < ids.size(); ) {
            var first = placeOf(ids.get(i));
            var last = first;
            while (i < ids.size() && placeOf(ids.get(i)).branch() == first.branch()) {
                last = placeOf(ids.get(i++));
            }
            found.addAll(em.createQuery(
                            "select d." + key + " from " + type.getSimpleName() + " d join d.session s where d." + key
                                    + ".branch = :branch and d." + key + ".depth between :from and :to",
                            Object.class)
                    .setParameter("branch", first.branch())
                    .setParameter("from", first.depth())
                    .setParameter("to", last.depth())
                    .getResultList());
        }
        return found;
    }

    private static Place placeOf(Object id) {
        return id instanceof Position position ? Place.behind(position) : Place.behind((Edit.Key) id);
    }

    /** Looks again at what was found, and makes good what is still so. */
    public Findings repair(Findings found) {
        var texts = new ArrayList<IndexedText>();
        var gone = new HashSet<Object>();
        for (var id : found.all()) {
            var text = em.find(found.type(), id);
            if (text != null) {
                texts.add(text);
            } else {
                gone.add(id);
            }
        }
        var left = compared(found.type(), texts);
        var stale = new HashSet<>(prints(found.type(), gone).keySet());
        documents.remove(found.type(), stale);
        stale.addAll(left.stale());
        var wrong = left.all();
        documents.write(texts.stream().filter(text -> wrong.contains(text.id())).toList());
        return new Findings(found.type(), left.missing(), left.wrong(), stale);
    }

    /** The next texts behind a place, in the order of their keys; as many as may be held. */
    private List<? extends IndexedText> next(Place at) {
        return at.isAtMessages() ? nextMessages(at) : nextEdits(at);
    }

    private List<IndexedMessage> nextMessages(Place at) {
        var order = " order by d.position.branch, d.position.depth";
        var texts = chunk(
                IndexedMessage.class,
                "d.position.branch = :branch and d.position.depth > :depth" + order,
                Map.of("branch", at.branch(), "depth", at.depth()));
        return texts.isEmpty()
                ? chunk(IndexedMessage.class, "d.position.branch > :branch" + order, Map.of("branch", at.branch()))
                : texts;
    }

    private List<IndexedEdit> nextEdits(Place at) {
        var order = " order by d.key.tree, d.key.branch, d.key.depth";
        var texts = chunk(
                IndexedEdit.class,
                "d.key.tree = :tree and d.key.branch = :branch and d.key.depth > :depth" + order,
                Map.of("tree", at.tree(), "branch", at.branch(), "depth", at.depth()));
        if (texts.isEmpty()) {
            texts = chunk(
                    IndexedEdit.class,
                    "d.key.tree = :tree and d.key.branch > :branch" + order,
                    Map.of("tree", at.tree(), "branch", at.branch()));
        }
        return texts.isEmpty()
                ? chunk(IndexedEdit.class, "d.key.tree > :tree" + order, Map.of("tree", at.tree()))
                : texts;
    }

    private <T extends IndexedText> List<T> chunk(Class<T> type, String condition, Map<String, Object> values) {
        var from = " from " + type.getSimpleName() + " d ";
        var sizes = em.createQuery("select d.bytes" + from + "where " + condition, Integer.class)
                .setMaxResults(STEP);
        values.forEach(sizes::setParameter);
        int texts = 0;
        long bytes = 0;
        for (int size : sizes.getResultList()) {
            bytes += size;
            if (texts > 0 && bytes > MAX_BYTES) {
                break;
            }
            texts++;
        }
        if (texts == 0) {
            return List.of();
        }
        var rows = em.createQuery("select d" + from + "left join fetch d.session where " + condition, type)
                .setMaxResults(texts);
        values.forEach(rows::setParameter);
        return rows.getResultList();
    }
}
