package dev.coppice.state;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.hibernate.Length;

/**
 * Database row of a value that a session stores under a key: a single JSON value, or a list. Each item of a list is a
 * row of its own; see {@link ListItems}. These rows have consecutive places (column {@code place}). A deleted value no
 * longer belongs to its session, and a periodic task purges it with its items.
 */
@Entity
public class StateValue {
    private static final byte[] NO_BODY = {};

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    /** Database id of the session's row; null after the value was deleted. */
    @Column(name = "session_pk")
    private Long session;

    @Column(name = "value_key")
    private String key;

    @Column(name = "is_list")
    private boolean list;

    private long version;

    /**
     * Version of this value after its last write that was not an append; 0 if all writes were appends. If this number
     * changes while a list is read, the read fails.
     */
    private long rewritten;

    /**
     * Place of the list's first item: the value of column {@code place} in the item's row. Each further item has the
     * next place. For a single value 0.
     */
    @Column(name = "first_place")
    private long first;

    private int items;
    private long bytes;

    @Column(length = Length.LONG32)
    private byte[] body;

    @Column(length = 32)
    private byte[] fingerprint;

    @Column(name = "created_at")
    private long createdAt;

    @Column(name = "updated_at")
    private long updatedAt;

    protected StateValue() {}

    /**
     * Creates an empty list, or a single value without content, with version 0. The first write makes it version 1.
     *
     * @param session database id of the session's row
     * @param key the key of the value
     * @param list true for a list
     */
    StateValue(long session, String key, boolean list) {
        this.session = session;
        this.key = key;
        this.list = list;
        this.body = NO_BODY;
        this.createdAt = DatabaseClock.now();
        this.updatedAt = createdAt;
    }

    /**
     * Deletes this value by separating it from its session, and returns a new, empty value for the same key. The
     * version of the new value continues from the version of this value. Flush before you persist the new value,
     * because a session can have only one row per key.
     *
     * @param asList true if the new value is a list
     */
    StateValue replacedBy(boolean asList) {
        var other = new StateValue(session, key, asList);
        other.version = version;
        other.createdAt = createdAt;
        session = null;
        return other;
    }

    /** Replaces the JSON of a single value and increments the version. */
    void write(ListItem item) {
        body = item.json();
        fingerprint = item.fingerprint();
        bytes = body.length;
        rewritten();
    }

    /**
     * Records an append to this list: updates its number of items, size and version.
     *
     * @param count number of appended items
     * @param moreBytes size of the appended items in bytes
     */
    void appended(int count, long moreBytes) {
        items += count;
        bytes += moreBytes;
        touch();
    }

    /**
     * Records a change of this list: updates the place of its first item, its number of items, size and version. Called
     * after items were rewritten or removed, and after the first items were stored.
     *
     * @param dropped number of items removed at the front
     * @param count number of items in the list after the change
     * @param totalBytes size of all items after the change, in bytes
     */
    void rewritten(int dropped, int count, long totalBytes) {
        first += dropped;
        items = count;
        bytes = totalBytes;
        rewritten();
    }

    private void rewritten() {
        touch();
        rewritten = version;
    }

    private void touch() {
        version++;
        updatedAt = Math.max(updatedAt, DatabaseClock.now());
    }

    /** Deletes the value by separating it from its session. A periodic task purges the row later. */
    void detach() {
        session = null;
    }

    boolean holds(ListItem item) {
        return !list && item.isEqualTo(fingerprint);
    }

    long id() {
        return id;
    }

    boolean isList() {
        return list;
    }

    long version() {
        return version;
    }

    /**
     * Returns the place (column {@code place}) of the next appended item: one more than the place of the list's last
     * item.
     */
    long end() {
        return first + items;
    }

    long first() {
        return first;
    }

    int items() {
        return items;
    }
}
