package dev.coppice.eventlog;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** How far the search index of a node has come in the log, and when the node has said so. */
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

    void seen(long position) {
        indexedPosition = position;
        seenAt = DatabaseClock.now();
    }
}
