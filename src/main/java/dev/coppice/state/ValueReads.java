package dev.coppice.state;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.db.Results;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;

/**
 * Reads the values of sessions. Takes no locks. The cost of reading a range of a list depends on the number of items in
 * the range, not on the length of the list.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class ValueReads {
    private static final String KIND = "values";

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    /**
     * Self-reference through the EJB proxy, so that each piece of a list runs in a call of its own: pieces are read
     * after the call that returned the list has ended.
     */
    @EJB
    private ValueReads self;

    /** Returns a page of a session's keys in ascending order, with properties of the values but without the values. */
    public Page<ValueInfo> list(SessionName name, int limit, String cursor) {
        var after = cursor == null ? "" : Cursor.readName(KIND, cursor);
        var rows = em.createQuery(
                        """
                        select v.key, v.list, v.items, v.bytes, v.version, v.createdAt, v.updatedAt from StateValue v
                        where v.session = :session and v.key > :after order by v.session, v.key""",
                        Listed.class)
                .setParameter("session", sessions.read(name).id())
                .setParameter("after", after)
                .setMaxResults(limit + 1)
                .getResultList();
        var page = rows.stream().limit(limit).map(Listed::info).toList();
        return new Page<>(
                page,
                rows.size() > limit ? Cursor.ofName(KIND, page.get(limit - 1).key()) : null);
    }

    /** Row of a JPQL query. The types of the components must match the select list. */
    record Listed(String key, Boolean list, Integer items, Long bytes, Long version, Long createdAt, Long updatedAt) {
        ValueInfo info() {
            var kind = list ? ValueKind.LIST : ValueKind.SINGLE;
            return new ValueInfo(key, kind, list ? items : null, bytes, version, createdAt, updatedAt);
        }
    }

    /** Returns the value under a key; throws 404 {@code value-not-found} if there is none. */
    public StoredValue get(SessionName name, String key) {
        while (true) {
            var found = head(name, key);
            var list = found.list() ? window(found, 0, null) : Optional.<ListWindow>empty();
            if (!found.list()) {
                return new StoredValue(ValueKind.SINGLE, found.version(), found.body(), null);
            }
            if (list.isPresent()) {
                return new StoredValue(ValueKind.LIST, found.version(), null, list.get());
            }
        }
    }

    /**
     * Returns a range of a list's items. Throws 404 {@code value-not-found} if the key has no value, 422
     * {@code invalid} if it has a single value.
     *
     * @param from index of the first item; beyond the end of the list the range is empty
     * @param last maximum number of items, counted from the end of the list, or null for all
     */
    public ListWindow items(SessionName name, String key, int from, Integer last) {
        while (true) {
            var found = head(name, key);
            if (!found.list()) {
                throw new Problem(Code.INVALID, "The key has a single value; only lists have items.");
            }
            var window = window(found, from, last);
            if (window.isPresent()) {
                return window.get();
            }
        }
    }

    /**
     * A value without its items, as one JPQL query returns it. The types of the components must match the select list.
     *
     * @param id id of the value's row
     * @param list true for a list
     * @param rewritten version of the last write that was not an append
     * @param first place of the list's first item
     * @param items number of items
     * @param body the JSON of a single value
     */
    public record Head(Long id, Boolean list, Long version, Long rewritten, Long first, Integer items, byte[] body) {}

    private Head head(SessionName name, String key) {
        Ids.check(key, "key");
        var query = em.createQuery(
                        """
                        select v.id, v.list, v.version, v.rewritten, v.first, v.items, v.body from StateValue v
                        where v.session = :session and v.key = :key""",
                        Head.class)
                .setParameter("session", sessions.read(name).id())
                .setParameter("key", key);
        return Results.first(query).orElseThrow(Values::notFound);
    }

    /**
     * Returns a range of a list, whose first piece has been read. Empty if the list was rewritten after its row was
     * read and before its items were.
     */
    private Optional<ListWindow> window(Head list, int from, Integer last) {
        int start = Math.min(from, list.items());
        int begin = last == null ? start : Math.max(start, list.items() - last);
        var first = self.piece(list, list.first() + begin);
        return first.map(piece -> new ListWindow(
                begin, list.items(), list.version(), new ListPieces(self, list, list.first() + begin, piece)));
    }

    /**
     * Returns the next piece of a list. Empty if the list was rewritten or deleted since {@code list} was read, because
     * items may be missing then.
     *
     * @param place place of the first item of the piece
     */
    public Optional<List<byte[]>> piece(Head list, long place) {
        long end = list.first() + list.items();
        var piece = place < end ? new ListItems(em).read(list.id(), place, end) : List.<byte[]>of();
        boolean same = em.createQuery(
                        "select v.rewritten from StateValue v where v.id = :id and v.session is not null", Long.class)
                .setParameter("id", list.id())
                .getResultList()
                .contains(list.rewritten());
        return same && (place == end || !piece.isEmpty()) ? Optional.of(piece) : Optional.empty();
    }
}
