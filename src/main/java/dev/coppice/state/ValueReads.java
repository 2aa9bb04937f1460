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
 * Reads the values that sessions store under keys. Takes no locks. Reading a range of a list costs time in proportion
 * to the items in the range, however long the list is. Methods that get a {@link SessionName} throw 404
 * {@code session-not-found} if the session does not exist or has expired.
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
     * This bean through its EJB proxy. Each piece of a list is read by a new call through the proxy, because most
     * pieces are read after the method that returned the list has ended.
     */
    @EJB
    private ValueReads self;

    /**
     * Returns a page of a session's keys in ascending order, with properties of the values but without the values.
     * Throws 404 {@code session-not-found} if the session does not exist, 400 {@code malformed} if the cursor belongs
     * to another list.
     *
     * @param limit maximum number of keys, inclusive
     * @param cursor {@code nextCursor} of the previous page; null for the first page
     */
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

    /**
     * The properties of a value, as the JPQL query of {@link #list} returns them. The types of the components must
     * match the select list.
     */
    record Listed(String key, Boolean list, Integer items, Long bytes, Long version, Long createdAt, Long updatedAt) {
        ValueInfo info() {
            var kind = list ? ValueKind.LIST : ValueKind.SINGLE;
            return new ValueInfo(key, kind, list ? items : null, bytes, version, createdAt, updatedAt);
        }
    }

    /**
     * Returns the value under a key. Throws 404 {@code session-not-found} if the session does not exist, 404
     * {@code value-not-found} if the key has no value, 422 {@code invalid-id} if the key is not a valid id. Only the
     * first items of a list are read at once ({@link #piece}), the others later, while the response is written.
     */
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
     * Returns a range of a list's items, which always ends at the end of the list. The range begins at the index
     * {@code from}. If it would then have more than {@code last} items, it begins later and has exactly {@code last}
     * items. Throws 404 {@code session-not-found} if the session does not exist, 404 {@code value-not-found} if the key
     * has no value, 422 {@code invalid} if the key has a single value, 422 {@code invalid-id} if the key is not a valid
     * id.
     *
     * @param from index of the first item; if the list is shorter, the range is empty
     * @param last maximum number of items, inclusive; null for no limit
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
     * A stored value without its list items, as one JPQL query returns it. The types of the components must match the
     * select list.
     *
     * @param id database id of the value's row
     * @param list true for a list
     * @param version version of the value
     * @param rewritten version of the value after its last write that was not an append
     * @param first place of the list's first item: the value of column {@code place} in the item's row
     * @param items number of items of a list
     * @param body the JSON of a single value; empty for a list
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
     * Returns the items at the end of a list, from the index {@code from} on, but not more than {@code last} items.
     * Reads the first of them immediately ({@link #piece}), and the others while the response is written. Returns an
     * empty Optional if the list was rewritten or deleted after {@code list} was read.
     *
     * @param list the list's row as read before
     * @param from index of the first item; if the list is shorter, the result has no items
     * @param last maximum number of items, inclusive; if there are more, the last ones are returned; null for no limit
     */
    private Optional<ListWindow> window(Head list, int from, Integer last) {
        int start = Math.min(from, list.items());
        int begin = last == null ? start : Math.max(start, list.items() - last);
        var first = self.piece(list, list.first() + begin);
        return first.map(piece -> new ListWindow(
                begin, list.items(), list.version(), new ListPieces(self, list, list.first() + begin, piece)));
    }

    /**
     * Returns the JSON of the next items of a list: at most 500 items and 1 MiB, but at least one item; at the end of
     * the list, no items. Returns an empty Optional if the list was rewritten or deleted since {@code list} was read,
     * because items may then be missing.
     *
     * @param list the list's row as read before; items that were appended later are not returned
     * @param place place (column {@code place}) of the first item to read: {@code list.first()} for the first item of
     *     the list, {@code list.first() + list.items()} for the end of the list
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
