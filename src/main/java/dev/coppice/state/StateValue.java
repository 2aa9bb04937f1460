package dev.coppice.state;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.hibernate.Length;

/**
 * A value that a session stores under a key: a JSON text, or a list, whose items are rows of their own
 * ({@link ListItems}) at consecutive places. A deleted value is detached from its session at once, and the sweep purges it
 * with its items.
 */
@Entity
public class StateValue {
    private static final byte[] NO_BODY = {};

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    /** Null after a delete. */
    @Column(name = "session_pk")
    private Long session;

    @Column(name = "value_key")
    private String key;

    @Column(name = "is_list")
    private boolean list;

    private long version;

    /** The version of the last write other than an append: a reader of a list fails when it has changed. */
    private long rewritten;

    /** Place of the first item; the others follow. */
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

    /** An empty list, or a single value before its first write, which makes version 1. */
    StateValue(long session, String key, boolean list) {
        this.session = session;
        this.key = key;
        this.list = list;
        this.body = NO_BODY;
        this.createdAt = DatabaseClock.now();
        this.updatedAt = createdAt;
    }

    /**
     * Detaches this value and returns its replacement of either kind, which continues its versions. Flush before you persist
     * the replacement: a key has one row.
     */
    StateValue replacedBy(boolean asList) {
        var other = new StateValue(session, key, asList);
        other.version = version;
        other.createdAt = createdAt;
        session = null;
        return other;
    }

    /** Replaces the text of a single value. */
    void write(ListItem item) {
        body = item.json();
        fingerprint = item.fingerprint();
        bytes = body.length;
        rewritten();
    }

    /** Notes that items were appended and nothing else changed. */
    void appended(int count, long moreBytes) {
        items += count;
        bytes += moreBytes;
        touch();
    }

    /** Notes that items were rewritten or removed. */
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

    /** Deletes the value: detaches it from its session. */
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

    /** The place after the last item. */
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
