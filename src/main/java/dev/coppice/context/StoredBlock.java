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
 * Database row with the content of one block of one owner: a text with a version. If the block has entries, they are
 * rows of {@link StoredEntry}, and the version counts their changes.
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

    /** Replaces the text and returns a row for its new version, which the caller must persist. */
    TextVersion write(String text) {
        content = text.getBytes(StandardCharsets.UTF_8);
        countChange();
        return new TextVersion(id, version, content, updatedAt);
    }

    /** Increments the version and sets the time of change, because the text or an entry was changed. */
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
