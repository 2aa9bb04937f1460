package dev.coppice.run;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Database row of a deleted session that still has runs. A periodic task purges the runs. */
@Entity
public class RunLeftover {
    @Id
    @Column(name = "session_pk")
    private long session;

    protected RunLeftover() {}

    RunLeftover(long session) {
        this.session = session;
    }

    long session() {
        return session;
    }
}
