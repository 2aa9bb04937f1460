package dev.coppice.eventlog;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * Database row of a node: the log position of its search index, and the time at which the node published it, in
 * milliseconds since the epoch.
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
