package dev.coppice.context;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;

/**
 * Database row with the content of one context block of one owner. For a block with a text, the row contains the text
 * and its version. For a block with entries, each entry is a row of {@link StoredEntry}, and the version of this row
 * counts their changes.
 */
@Entity
@Table(name = "context_store")
public class StoredBlock {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "owner_id")
    private long owner;

    private String label;
    private long version;

    @Column(length = Length.LONG32)
    private byte[] content;

    @Column(name = "created_at")
    private long createdAt;

    @Column(name = "updated_at")
    private long updatedAt;

    protected StoredBlock() {}

    StoredBlock(BlockOwner owner, String label) {
        this.owner = owner.id();
        this.label = label;
        this.content = new byte[0];
        this.createdAt = DatabaseClock.now();
        this.updatedAt = createdAt;
    }

    /** Replaces the text and returns a row that records the new version. The returned row must be persisted. */
    TextVersion write(String text) {
        content = text.getBytes(StandardCharsets.UTF_8);
        countChange();
        return new TextVersion(id, version, content, updatedAt);
    }

    /** Increments the version and sets the time of change. To be called whenever the text or an entry changes. */
    void countChange() {
        version++;
        updatedAt = Math.max(updatedAt, DatabaseClock.now());
    }

    long id() {
        return id;
    }

    long version() {
        return version;
    }
}
