package dev.coppice.eventlog;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The last position that was assigned to an event: one row, whose lock a node needs to assign the next positions. */
@Entity
@Table(name = "event_sequence")
public class EventSequence {
    static final int ONLY = 1;

    @Id
    private int id;

    @Column(name = "last_position")
    private long lastPosition;

    protected EventSequence() {}

    long lastPosition() {
        return lastPosition;
    }

    void advance(long positions) {
        lastPosition += positions;
    }
}
