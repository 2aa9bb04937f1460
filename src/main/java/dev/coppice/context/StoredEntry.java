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

/** Database row of a {@link BlockEntry}: a skill document or a searchable entry. */
@Entity
@Table(name = "context_entry")
public class StoredEntry {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    @Column(name = "store_id")
    private long block;

    @Column(name = "tenant_id")
    private int tenant;

    @Column(name = "session_pk")
    private Long session;

    @Column(name = "entry_key")
    private String key;

    private String title;

    private String description;

    @Column(length = Length.LONG32)
    private byte[] content;

    private int bytes;
    private long version;

    @Column(name = "created_at")
    private long createdAt;

    @Column(name = "updated_at")
    private long updatedAt;

    protected StoredEntry() {}

    StoredEntry(BlockOwnerKey owner, StoredBlock block, BlockEntry entry) {
        this.block = block.id();
        this.tenant = owner.tenant();
        this.session = owner.session();
        this.key = entry.key();
        this.createdAt = DatabaseClock.now();
        write(entry);
    }

    /** Replaces title, description and content of this row by those of the entry, and increments the row's version. */
    final void write(BlockEntry entry) {
        title = entry.title();
        description = entry.description();
        content = entry.content().getBytes(StandardCharsets.UTF_8);
        bytes = content.length;
        version++;
        updatedAt = Math.max(createdAt, DatabaseClock.now());
    }

    long id() {
        return id;
    }

    int bytes() {
        return bytes;
    }

    long version() {
        return version;
    }

    /** Returns this row as a block entry with its content. */
    BlockEntry entry() {
        return new BlockEntry(key, title, description, new String(content, StandardCharsets.UTF_8));
    }

    /** Returns this row as a block entry with its version and times. */
    public EntryAnswer answer() {
        return new EntryAnswer(entry(), version, createdAt, updatedAt);
    }
}
