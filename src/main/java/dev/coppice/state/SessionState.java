package dev.coppice.state;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.Length;

/**
 * Database row of a session's state object: one JSON object that an agent stores with the session. The first write
 * creates the row with version 1, and each further write increments the version.
 */
@Entity
public class SessionState {
    @Id
    @Column(name = "session_pk")
    private long session;

    private long version;

    @Column(length = Length.LONG32)
    private byte[] body;

    @Column(name = "updated_at")
    private long updatedAt;

    protected SessionState() {}

    SessionState(long session) {
        this.session = session;
    }

    /**
     * Creates the row of a state object that is copied from another database, with the version that it has there.
     * {@code session} is the database id of the session.
     */
    SessionState(long session, StateObject copied) {
        this.session = session;
        this.body = copied.json();
        this.version = copied.version();
        this.updatedAt = DatabaseClock.now();
    }

    /** Replaces the session's state object and increments its version. */
    void write(byte[] json) {
        body = json;
        version++;
        updatedAt = Math.max(updatedAt, DatabaseClock.now());
    }

    StateObject object() {
        return new StateObject(body, version);
    }
}
