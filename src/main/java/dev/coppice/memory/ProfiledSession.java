package dev.coppice.memory;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * Database row of a session that has triggered an analysis of its user, or that was created with messages by a fork or
 * an import. The row contains the highest sequence number that the session's messages had at the last of these
 * analyses or, if there was none, when the session was created.
 */
@Entity
@Table(name = "profiled_session")
public class ProfiledSession {
    @Id
    @Column(name = "session_pk")
    private long session;

    private long seq;

    protected ProfiledSession() {}

    ProfiledSession(long session, long seq) {
        this.session = session;
        this.seq = seq;
    }

    long seq() {
        return seq;
    }
}
