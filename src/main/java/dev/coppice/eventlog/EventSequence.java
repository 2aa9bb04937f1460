package dev.coppice.eventlog;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * Database table with a single row, which contains the last position that was assigned to an event. A node locks the
 * row while it assigns positions.
 */
@Entity
@Table(name = "event_sequence")
public class EventSequence {
    /** Primary key of the single row of the table. */
    static final int ONLY = 1;

    @Id
    private int id;

    @Column(name = "last_position")
    private long lastPosition;

    protected EventSequence() {}

    long lastPosition() {
        return lastPosition;
    }

    /** Records that this number of further positions was assigned. */
    void advance(long positions) {
        lastPosition += positions;
    }
}
