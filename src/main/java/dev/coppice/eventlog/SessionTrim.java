package dev.coppice.eventlog;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * Database row of a session whose old events were trimmed, that is, removed from the log because of their age. Contains
 * the position of the last trimmed event. After the session was deleted or has expired, the row is deleted when a
 * further event of the session is trimmed, at the latest the event {@code SessionDeleted} or {@code SessionExpired}.
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
