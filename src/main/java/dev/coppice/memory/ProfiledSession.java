package dev.coppice.memory;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The last message number of a session when its user was last analyzed because of it. */
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
