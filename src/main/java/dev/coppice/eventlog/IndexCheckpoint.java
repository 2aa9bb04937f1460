package dev.coppice.eventlog;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * Database row of a node. It contains the position in the event log, inclusive, up to which the node's search index has
 * processed the events. It also contains the time at which the node last published this position, in milliseconds since
 * the epoch.
 */
@Entity
@Table(name = "index_checkpoint")
public class IndexCheckpoint {
    @Id
    @Column(length = 64)
    private String node;

    @Column(name = "indexed_position")
    private long indexedPosition;

    @Column(name = "seen_at")
    private long seenAt;

    protected IndexCheckpoint() {}

    IndexCheckpoint(String node) {
        this.node = node;
    }

    void publish(long position) {
        indexedPosition = position;
        seenAt = DatabaseClock.now();
    }
}
