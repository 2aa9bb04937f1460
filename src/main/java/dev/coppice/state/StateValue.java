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
 * separate row ({@link ListItems}); these rows have consecutive numbers, their places. A deleted value is detached from
 * its session at once, and the sweep purges it with its items.
 */
@Entity
public class StateValue {
    private static final byte[] NO_BODY = {};

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    /** Id of the session's row; null after the value was deleted. */
    @Column(name = "session_pk")
    private Long session;

    @Column(name = "value_key")
    private String key;

    @Column(name = "is_list")
    private boolean list;

    private long version;

    /** Version of the last write that was not an append. If it changes while a list is read, the read fails. */
    private long rewritten;

    /** Place of the list's first item; each further item has the next place. 0 for a single value. */
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
     * Creates an empty list, or an empty single value, with version 0. The first write makes it version 1.
     *
     * @param session id of the session's row
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
     * Detaches this value from its session, and returns a new, empty value for the same key. The versions of the new
     * value continue those of this one. Flush before you persist the new value, because a session can have only one row
     * per key.
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
     * Updates number, size and version of a list after an append.
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
     * Updates place, number, size and version of a list after items were rewritten or removed, or after the first items
     * were stored.
     *
     * @param dropped number of items removed at the front
     * @param count number of items in the list now
     * @param totalBytes size of all items now, in bytes
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

    /** Deletes the value by detaching it from its session; the sweep purges the row. */
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

    /** Returns the place after the list's last item. */
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
