package dev.coppice.eventlog;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * Database table with a single row, which contains the position up to which the log was trimmed, that is, up to which
 * old events were removed, inclusive. A node locks the row while it removes old events.
 */
@Entity
@Table(name = "event_trim")
public class EventTrim {
    /** Primary key of the single row of the table. */
    static final int ONLY = 1;

    @Id
    private int id;

    @Column(name = "trimmed_position")
    private long trimmedPosition;

    protected EventTrim() {}

    long trimmedPosition() {
        return trimmedPosition;
    }

    void advance(long position) {
        trimmedPosition = position;
    }
}
