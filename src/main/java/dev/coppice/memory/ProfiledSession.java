package dev.coppice.memory;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** How far a session had come when its user was analysed for it the last time. */
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
