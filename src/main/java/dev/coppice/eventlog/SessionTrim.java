package dev.coppice.eventlog;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * Database row of a session whose old events were removed from the log. Contains the position of the last removed
 * event. The row is deleted when the event {@code SessionDeleted} or {@code SessionExpired} of the session is removed
 * from the log.
 */
@Entity
@Table(name = "session_trim")
public class SessionTrim {
    @Id
    @Column(name = "session_pk")
    private long session;

    @Column(name = "trimmed_position")
    private long trimmedPosition;

    protected SessionTrim() {}

    SessionTrim(long session, long trimmedPosition) {
        this.session = session;
        this.trimmedPosition = trimmedPosition;
    }

    long trimmedPosition() {
        return trimmedPosition;
    }
}
