package dev.coppice.eventlog;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * Database row of a deleted or expired session whose events are still in the log. {@link DeletedSessionEvents} inserts
 * the row when the session is deleted or has expired, and deletes it after it has removed the events.
 */
@Entity
@Table(name = "ended_session")
public class DeletedSession {
    @Id
    @Column(name = "session_pk")
    private long session;

    /**
     * Time at which the event {@code SessionDeleted} or {@code SessionExpired} was written, in milliseconds since the
     * epoch.
     */
    @Column(name = "ended_at")
    private long endedAt;

    protected DeletedSession() {}

    DeletedSession(long session, long endedAt) {
        this.session = session;
        this.endedAt = endedAt;
    }
}
