package dev.coppice.run;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/**
 * Database row with the id of a deleted session whose runs have not been purged yet. A periodic task purges the runs
 * and then removes this row.
 */
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
