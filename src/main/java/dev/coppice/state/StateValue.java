package dev.coppice.state;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import org.hibernate.Length;

/**
 * What a session keeps under a key: a JSON text, or a list, whose items are rows of their own ({@link ListItems}) in one
 * stretch of places. When it goes, it is cut off from its session at once, and purged with its items later.
 */
@Entity
public class StateValue {
    private static final byte[] NOTHING = {};

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    /** Null when it is gone. */
    @Column(name = "session_pk")
    private Long session;

    @Column(name = "value_key")
    private String key;

    @Column(name = "is_list")
    private boolean list;

    private long version;

    /** The version at which anything but items at the end was last written: what a reader of a list has to know. */
    private long rewritten;

    /** The place of the first item, and how many there are. */
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

    /** A list without items, or a value that is yet to be written; its first version comes with the first write. */
    StateValue(long session, String key, boolean list) {
        this.session = session;
        this.key = key;
        this.list = list;
        this.body = NOTHING;
        this.createdAt = DatabaseClock.now();
        this.updatedAt = createdAt;
    }

    /** What stands under the key instead, of either kind; the versions go on. Flush in between: a key has one row. */
    StateValue replacedBy(boolean asList) {
        var other = new StateValue(session, key, asList);
        other.version = version;
        other.createdAt = createdAt;
        session = null;
        return other;
    }

    /** Takes another text. */
    void write(ListItem item) {
        body = item.json();
        fingerprint = item.fingerprint();
        bytes = body.length;
        rewritten();
    }

    /** So many items came at the end, and nothing else has changed. */
    void appended(int count, long moreBytes) {
        items += count;
        bytes += moreBytes;
        touch();
    }

    /** The items are others now. */
    void rewritten(int dropped, int count, long bytesNow) {
        first += dropped;
        items = count;
        bytes = bytesNow;
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

    /** The key has nothing any more. */
    void forget() {
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

    /** The place behind the last item. */
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
