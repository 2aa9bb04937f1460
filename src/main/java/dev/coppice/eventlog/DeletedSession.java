package dev.coppice.eventlog;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A session that was deleted or has expired, as long as the log still contains events from before its end. */
@Entity
@Table(name = "ended_session")
public class DeletedSession {
    @Id
    @Column(name = "session_pk")
    private long session;

    /** In epoch milliseconds. */
    @Column(name = "ended_at")
    private long endedAt;

    protected DeletedSession() {}

    DeletedSession(long session, long endedAt) {
        this.session = session;
        this.endedAt = endedAt;
    }
}
