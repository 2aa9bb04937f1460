package dev.coppice.memory;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * Database row that records, for a session, its highest sequence number at the last analysis of its user that it
 * triggered.
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
