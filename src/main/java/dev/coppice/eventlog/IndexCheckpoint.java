package dev.coppice.eventlog;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The log position of a node's search index, and the time at which the node published it, in epoch milliseconds. */
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
