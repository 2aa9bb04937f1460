package dev.coppice.eventlog;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * Up to where events of one session have been trimmed away. It stays until the session's last event goes, the one that tells
 * of its end.
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
