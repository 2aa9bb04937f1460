package dev.coppice.state;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
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

/** Reads the values that sessions keep. Takes no lock; a window of a list costs what its items cost. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class ValueReads {
    private static final String KIND = "values";

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    /** This bean as others see it: what is read after the first call has ended is a call of its own. */
    @EJB
    private ValueReads self;

    /** The keys of a session in their order, a page at a time; no value is read. */
    public Page<ValueInfo> list(SessionName name, int limit, String cursor) {
        var after = cursor == null ? "" : Cursor.readName(KIND, cursor);
        var rows = em.createQuery(
                        """
                        select v.key, v.list, v.items, v.bytes, v.version, v.createdAt, v.updatedAt from StateValue v
                        where v.session = :session and v.key > :after order by v.session, v.key""",
                        Object[].class)
                .setParameter("session", sessions.read(name).id())
                .setParameter("after", after)
                .setMaxResults(limit + 1)
                .getResultList();
        var page = rows.stream().limit(limit).map(ValueReads::info).toList();
        return new Page<>(
                page,
                rows.size() > limit ? Cursor.ofName(KIND, page.get(limit - 1).key()) : null);
    }

    private static ValueInfo info(Object[] row) {
        boolean list = (Boolean) row[1];
        return new ValueInfo(
                (String) row[0],
                list ? ValueKind.LIST : ValueKind.SINGLE,
                list ? (Integer) row[2] : null,
                (Long) row[3],
                (Long) row[4],
                (Long) row[5],
                (Long) row[6]);
    }

    /** What stands under a key; 404 {@code value-not-found}. */
    public StoredValue get(SessionName name, String key) {
        while (true) {
            var found = head(name, key);
            var list = found.list() ? fix(found, 0, null) : Optional.<ListWindow>empty();
            if (!found.list()) {
                return new StoredValue(ValueKind.SINGLE, found.version(), found.body(), null);
            }
            if (list.isPresent()) {
                return new StoredValue(ValueKind.LIST, found.version(), null, list.get());
            }
        }
    }

    /**
     * The items of a list from a place on, or the last of them; 404 {@code value-not-found}, 422 {@code invalid} for a
     * single value.
     *
     * @param from counts from 0; beyond the end there are none
     * @param last at most so many, the last ones; null for all
     */
    public ListWindow items(SessionName name, String key, int from, Integer last) {
        while (true) {
            var found = head(name, key);
            if (!found.list()) {
                throw new Problem(Code.INVALID, "A single value stands under this key; only a list has items.");
            }
            var window = fix(found, from, last);
            if (window.isPresent()) {
                return window.get();
            }
        }
    }

    /** A value without its items, as one statement has seen it. */
    record Head(long id, boolean list, long version, long rewritten, long first, int items, byte[] body) {}

    private Head head(SessionName name, String key) {
        Ids.check(key, "key");
        return em
                .createQuery(
                        """
                        select v.id, v.list, v.version, v.rewritten, v.first, v.items, v.body from StateValue v
                        where v.session = :session and v.key = :key""",
                        Object[].class)
                .setParameter("session", sessions.read(name).id())
                .setParameter("key", key)
                .getResultList()
                .stream()
                .findFirst()
                .map(row -> new Head(
                        (Long) row[0],
                        (Boolean) row[1],
                        (Long) row[2],
                        (Long) row[3],
                        (Long) row[4],
                        (Integer) row[5],
                        (byte[]) row[6]))
                .orElseThrow(Values::none);
    }

    /** The window with its first piece, or nothing if the list was rewritten between the two reads. */
    private Optional<ListWindow> fix(Head list, int from, Integer last) {
        int start = Math.min(from, list.items());
        int begin = last == null ? start : Math.max(start, list.items() - last);
        var first = self.piece(list, list.first() + begin);
        return first.map(piece -> new ListWindow(
                begin, list.items(), list.version(), new ListPieces(self, list, list.first() + begin, piece)));
    }

    /**
     * The next items of a list from a place on, as many as a piece holds; nothing when the list is another by now, or gone:
     * then the purge takes its items.
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
