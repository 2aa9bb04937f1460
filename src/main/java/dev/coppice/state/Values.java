package dev.coppice.state;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Precondition;
import dev.coppice.db.Results;
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
 * Writes the values that sessions store under keys. Only this class writes rows of values, apart from
 * {@link StatePurge}, which removes them. Each method runs in the current transaction, or in one of its own if there is
 * none, and first locks the session's row. So concurrent appends are all stored, one after another. Each value has its
 * own version numbers, beginning with 1. In a precondition, version 0 means that no value exists. A write also changes
 * the session's version and renews its time to live. A session that has ended accepts writes too, because agents save
 * their state when they stop. Methods throw 404 {@code session-not-found} if the session does not exist and
 * {@code create} is not true.
 */
@Stateless
public class Values {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private StateSettings settings;

    @Inject
    private Event<SessionChange> changes;

    /**
     * Stores a value under a key and replaces the key's previous value. If the two values are equal, nothing is
     * written. If both are lists, only the items that differ are written. Throws 404 {@code session-not-found} if the
     * session does not exist and {@code create} is false, 412 {@code stale-version} if {@code expected} is not met, 413
     * {@code too-large} if the session would have more than {@code coppice.state.max-values} values, 422
     * {@code invalid-id} if the key is not a valid id.
     *
     * @param create true to create a missing session
     * @param expected precondition on the value's version
     */
    public SavedValue put(SessionName name, String key, NewValue value, boolean create, Precondition expected) {
        Ids.check(key, "key");
        var session = sessions.lock(name, create);
        var existing = find(session, key);
        expected.checkOrAbsent(existing.map(StateValue::version).orElse(0L));
        var saved = value.isList()
                ? putList(session, key, existing, value.items())
                : putSingle(session, key, existing, value.single());
        if (saved.result() != Result.UNCHANGED) {
            changed(name, session, key, saved.version(), change(saved));
        }
        return saved;
    }

    private static How change(SavedValue saved) {
        if (saved.created()) {
            return How.CREATED;
        }
        return saved.result() == Result.APPENDED ? How.APPENDED : How.REWRITTEN;
    }

    private SavedValue putSingle(Session session, String key, Optional<StateValue> existing, ListItem item) {
        if (existing.isPresent() && existing.get().holds(item)) {
            return SavedValue.single(Result.UNCHANGED, false, existing.get().version());
        }
        var value = existing.filter(old -> !old.isList()).orElseGet(() -> insert(session, key, existing, false));
        value.write(item);
        em.flush();
        return SavedValue.single(Result.REWRITTEN, existing.isEmpty(), value.version());
    }

    private SavedValue putList(Session session, String key, Optional<StateValue> existing, List<ListItem> items) {
        boolean rewrites = existing.isEmpty()
                || !existing.get().isList()
                || items.isEmpty() && existing.get().items() > 0;
        return rewrites ? putWhole(session, key, existing, items) : putChanges(existing.get(), items);
    }

    /**
     * Stores a list as a new row with new items. If the key has a previous value, it is separated from the session and
     * purged later. Called for a new key, for a single value that becomes a list, and for a list that becomes empty.
     */
    private SavedValue putWhole(Session session, String key, Optional<StateValue> existing, List<ListItem> items) {
        var list = insert(session, key, existing, true);
        new ListItems(em).insert(list.id(), 0, items);
        list.rewritten(0, items.size(), bytes(items));
        em.flush();
        return new SavedValue(
                existing.isEmpty() ? Result.APPENDED : Result.REWRITTEN,
                ValueKind.LIST,
                existing.isEmpty(),
                items.size(),
                items.size(),
                0,
                existing.map(StateValue::items).orElse(0),
                list.version());
    }

    private SavedValue putChanges(StateValue list, List<ListItem> items) {
        var rows = new ListItems(em);
        var before = rows.stored(list);
        var diff = ListDiff.of(
                before.stream().map(ListItems.Stored::fingerprint).toList(),
                items.stream().map(ListItem::fingerprint).toList());
        if (diff.isEmpty()) {
            return saved(Result.UNCHANGED, list, diff);
        }
        long first = list.first() + diff.dropped();
        int kept = items.size() - diff.appended();
        rows.delete(list.id(), list.first(), first);
        rows.delete(list.id(), first + kept, list.end());
        rows.update(list.id(), first, diff.changed(), items);
        rows.insert(list.id(), first + kept, items.subList(kept, items.size()));
        if (diff.isAppend()) {
            list.appended(diff.appended(), bytes(items.subList(kept, items.size())));
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

    /**
     * Returns the sum of the sizes of a list's items after a write, in bytes. A stored item that equals the new one is
     * not rewritten. Then the size of the stored item counts, because equal JSON values may differ in white space.
     *
     * @param before the stored items
     * @param items the new items
     * @param diff the writes that turn the stored items into the new ones
     */
    private static long bytes(List<ListItems.Stored> before, List<ListItem> items, ListDiff diff) {
        int kept = items.size() - diff.appended();
        long bytes = bytes(items.subList(kept, items.size()));
        for (int i = 0; i < kept; i++) {
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
     * Appends items to the list under a key. Creates the list if the key has no value. The cost depends only on the new
     * items. Throws 404 {@code session-not-found} if the session does not exist and {@code create} is false, 412
     * {@code stale-version} if {@code expected} is not met, 413 {@code too-large} if the list would have more than
     * {@code coppice.state.max-items} items or the session more than {@code coppice.state.max-values} values, 422
     * {@code invalid} if the key has a single value, 422 {@code invalid-id} if the key is not a valid id.
     *
     * @param items the items to append, in their order; at least one
     * @param create true to create a missing session
     * @param expected precondition on the list's version
     */
    public AppendedItems append(
            SessionName name, String key, List<ListItem> items, boolean create, Precondition expected) {
        Ids.check(key, "key");
        var session = sessions.lock(name, create);
        var existing = find(session, key);
        expected.checkOrAbsent(existing.map(StateValue::version).orElse(0L));
        var list = existing.orElseGet(() -> insert(session, key, existing, true));
        if (!list.isList()) {
            throw new Problem(Code.INVALID, "The key has a single value; only lists have items.");
        }
        int from = list.items();
        if (from > settings.maxItems() - items.size()) {
            throw new Problem(Code.TOO_LARGE, "A list may have at most " + settings.maxItems() + " items.");
        }
        new ListItems(em).insert(list.id(), list.end(), items);
        list.appended(items.size(), bytes(items));
        changed(name, session, key, list.version(), existing.isEmpty() ? How.CREATED : How.APPENDED);
        return new AppendedItems(from, items.size(), list.items(), list.version());
    }

    /**
     * Deletes the value under a key. Throws 404 {@code session-not-found} if the session does not exist, 404
     * {@code value-not-found} if the key has no value, 412 {@code stale-version} if the value's version does not meet
     * {@code expected}, 422 {@code invalid-id} if the key is not a valid id. The cost does not depend on the length of
     * a list.
     */
    public void delete(SessionName name, String key, Precondition expected) {
        Ids.check(key, "key");
        var session = sessions.lock(name, Precondition.NONE);
        var value = find(session, key).orElseThrow(Values::notFound);
        expected.check(value.version());
        value.detach();
        changed(name, session, key, 0, How.DELETED);
    }

    /**
     * Returns the version of the value under a key; 0 if there is none. Locks the session. Throws 404
     * {@code session-not-found} if it does not exist, 422 {@code invalid-id} if the key is not a valid id.
     */
    public long version(SessionName name, String key) {
        Ids.check(key, "key");
        return find(sessions.lock(name, Precondition.NONE), key)
                .map(StateValue::version)
                .orElse(0L);
    }

    static Problem notFound() {
        return new Problem(Code.VALUE_NOT_FOUND, "The session has no value under this key.");
    }

    private Optional<StateValue> find(Session session, String key) {
        return Results.first(em.createQuery(
                        "select v from StateValue v where v.session = :session and v.key = :key", StateValue.class)
                .setParameter("session", session.id())
                .setParameter("key", key));
    }

    /**
     * Inserts a row with an empty value for a key and returns it. If the key has a previous value, separates it from
     * the session. Throws 413 {@code too-large} if the session would have more than {@code coppice.state.max-values}
     * values.
     *
     * @param existing the key's previous value
     * @param list true to insert a list
     */
    private StateValue insert(Session session, String key, Optional<StateValue> existing, boolean list) {
        if (existing.isEmpty() && count(session) >= settings.maxValues()) {
            throw new Problem(Code.TOO_LARGE, "A session may have at most " + settings.maxValues() + " values.");
        }
        var value = existing.map(old -> old.replacedBy(list)).orElseGet(() -> new StateValue(session.id(), key, list));
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

    private void changed(SessionName name, Session session, String key, long version, How how) {
        session.touch();
        changes.fire(new SessionChange(session, List.of(new StateSaved(name, key, version, how))));
        em.flush();
    }
}
