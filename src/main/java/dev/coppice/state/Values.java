package dev.coppice.state;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.api.Precondition;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import dev.coppice.state.SavedValue.Result;
import dev.coppice.state.StateSaved.How;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;

/**
 * Writes the values that sessions keep under keys; the only writer of their rows. Each method is one transaction, or part
 * of the caller's, and begins with the lock of the session's row: appends of several writers are all there, in one order.
 * Each value has versions of its own, from 1 on; 0 is one that is not there, also to a precondition. A write counts as a
 * write of the session. Ended sessions take state: an agent that winds down has something to save.
 */
@Stateless
public class Values {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private Settings settings;

    @Inject
    private Event<SessionChange> happened;

    /**
     * Replaces what stands under a key, of whichever kind. An equal value writes nothing, and of a list only the items that
     * have changed are written. 413 {@code too-large} for one key too many.
     *
     * @param create true makes a session that is missing
     */
    public SavedValue put(SessionName name, String key, NewValue value, boolean create, Precondition expected) {
        Ids.check(key, "key");
        var session = sessions.lock(name, create);
        var there = find(session, key);
        expected.checkOrNone(there.map(StateValue::version).orElse(0L));
        var saved = value.isList()
                ? putList(session, key, there, value.items())
                : putSingle(session, key, there, value.single());
        if (saved.result() != Result.UNCHANGED) {
            tell(name, session, key, saved.version(), how(saved));
        }
        return saved;
    }

    private static How how(SavedValue saved) {
        if (saved.created()) {
            return How.CREATED;
        }
        return saved.result() == Result.APPENDED ? How.APPENDED : How.REWRITTEN;
    }

    private SavedValue putSingle(Session session, String key, Optional<StateValue> there, ListItem item) {
        if (there.isPresent() && there.get().holds(item)) {
            return SavedValue.single(Result.UNCHANGED, false, there.get().version());
        }
        var value = there.filter(old -> !old.isList()).orElseGet(() -> fresh(session, key, there, false));
        value.write(item);
        em.flush();
        return SavedValue.single(Result.REWRITTEN, there.isEmpty(), value.version());
    }

    private SavedValue putList(Session session, String key, Optional<StateValue> there, List<ListItem> items) {
        boolean anew = there.isEmpty()
                || !there.get().isList()
                || items.isEmpty() && there.get().items() > 0;
        return anew ? putAnew(session, key, there, items) : putChanges(there.get(), items);
    }

    /** A list where none was; and the empty one, so that however many items go in one step. */
    private SavedValue putAnew(Session session, String key, Optional<StateValue> there, List<ListItem> items) {
        var list = fresh(session, key, there, true);
        new ListItems(em).insert(list.id(), 0, items);
        list.rewritten(0, items.size(), bytes(items));
        em.flush();
        return new SavedValue(
                there.isEmpty() ? Result.APPENDED : Result.REWRITTEN,
                ValueKind.LIST,
                there.isEmpty(),
                items.size(),
                items.size(),
                0,
                there.map(StateValue::items).orElse(0),
                list.version());
    }

    private SavedValue putChanges(StateValue list, List<ListItem> items) {
        var rows = new ListItems(em);
        var before = rows.stored(list);
        var diff = ListDiff.of(
                before.stream().map(ListItems.Stored::fingerprint).toList(),
                items.stream().map(ListItem::fingerprint).toList());
        if (diff.isNothing()) {
            return saved(Result.UNCHANGED, list, diff);
        }
        long first = list.first() + diff.dropped();
        int stay = items.size() - diff.appended();
        rows.delete(list.id(), list.first(), first);
        rows.delete(list.id(), first + stay, list.end());
        rows.update(list.id(), first, diff.changed(), items);
        rows.insert(list.id(), first + stay, items.subList(stay, items.size()));
        if (diff.isAppend()) {
            list.appended(diff.appended(), bytes(items.subList(stay, items.size())));
        } else {
            list.rewritten(diff.dropped(), items.size(), bytes(before, items, diff));
        }
        em.flush();
        return saved(diff.isAppend() ? Result.APPENDED : Result.REWRITTEN, list, diff);
    }

    private static SavedValue saved(Result result, StateValue list, ListDiff diff) {
        return new SavedValue(
                result,
                ValueKind.LIST,
                false,
                list.items(),
                diff.appended(),
                diff.changed().size(),
                diff.removed(),
                list.version());
    }

    /** Of the items as they are stored: an equal one keeps the spelling that it had. */
    private static long bytes(List<ListItems.Stored> before, List<ListItem> items, ListDiff diff) {
        int stay = items.size() - diff.appended();
        long bytes = bytes(items.subList(stay, items.size()));
        for (int i = 0; i < stay; i++) {
            bytes += before.get(i + diff.dropped()).bytes();
        }
        for (int i : diff.changed()) {
            bytes += items.get(i).json().length - before.get(i + diff.dropped()).bytes();
        }
        return bytes;
    }

    private static long bytes(List<ListItem> items) {
        return items.stream().mapToLong(item -> item.json().length).sum();
    }

    /**
     * Appends to a list, which is made when the key has nothing; at a cost that depends on the new items only. 422
     * {@code invalid} when a single value stands there, 413 {@code too-large} for a list of too many items.
     *
     * @param items at least one
     * @param create true makes a session that is missing
     */
    public AppendedItems append(
            SessionName name, String key, List<ListItem> items, boolean create, Precondition expected) {
        Ids.check(key, "key");
        var session = sessions.lock(name, create);
        var there = find(session, key);
        expected.checkOrNone(there.map(StateValue::version).orElse(0L));
        var list = there.orElseGet(() -> fresh(session, key, there, true));
        if (!list.isList()) {
            throw new Problem(Code.INVALID, "A single value stands under this key; only a list has items.");
        }
        int from = list.items();
        if (from > settings.state().maxItems() - items.size()) {
            throw new Problem(
                    Code.TOO_LARGE, "A list may have " + settings.state().maxItems() + " items.");
        }
        new ListItems(em).insert(list.id(), list.end(), items);
        list.appended(items.size(), bytes(items));
        tell(name, session, key, list.version(), there.isEmpty() ? How.CREATED : How.APPENDED);
        return new AppendedItems(from, items.size(), list.items(), list.version());
    }

    /** Removes what stands under a key, at once whatever it is; 404 {@code value-not-found}. */
    public void delete(SessionName name, String key, Precondition expected) {
        var session = sessions.lock(name, Precondition.NONE);
        var value = find(session, key).orElseThrow(Values::none);
        expected.check(value.version());
        value.forget();
        tell(name, session, key, 0, How.DELETED);
    }

    static Problem none() {
        return new Problem(Code.VALUE_NOT_FOUND, "The session keeps nothing under this key.");
    }

    private Optional<StateValue> find(Session session, String key) {
        return em
                .createQuery("select v from StateValue v where v.session = :session and v.key = :key", StateValue.class)
                .setParameter("session", session.id())
                .setParameter("key", key)
                .getResultList()
                .stream()
                .findFirst();
    }

    /** A row for a key that has none, or has one that cannot become it. */
    private StateValue fresh(Session session, String key, Optional<StateValue> there, boolean list) {
        if (there.isEmpty() && count(session) >= settings.state().maxValues()) {
            throw new Problem(
                    Code.TOO_LARGE, "A session may keep " + settings.state().maxValues() + " values.");
        }
        var value = there.map(old -> old.replacedBy(list)).orElseGet(() -> new StateValue(session.id(), key, list));
        em.flush();
        em.persist(value);
        em.flush();
        return value;
    }

    private long count(Session session) {
        return em.createQuery("select count(v) from StateValue v where v.session = :session", Long.class)
                .setParameter("session", session.id())
                .getSingleResult();
    }

    private void tell(SessionName name, Session session, String key, long version, How how) {
        session.touch();
        happened.fire(new SessionChange(session, List.of(new StateSaved(name, key, version, how))));
        em.flush();
    }
}
