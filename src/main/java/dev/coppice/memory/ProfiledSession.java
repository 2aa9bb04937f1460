package dev.coppice.memory;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Last message number of a session at the time of the last analysis that this session triggered. */
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
