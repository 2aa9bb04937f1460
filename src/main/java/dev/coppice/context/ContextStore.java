package dev.coppice.context;

import dev.coppice.db.DatabaseClock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.nio.charset.StandardCharsets;
import org.hibernate.Length;

/** The content of one block of an owner: a text with a version, or the entries that name this store. */
@Entity
public class ContextStore {
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

    protected ContextStore() {}

    ContextStore(ContextOwner owner, String label) {
        this.owner = owner.id();
        this.label = label;
        this.content = new byte[0];
        this.createdAt = DatabaseClock.now();
        this.updatedAt = createdAt;
    }

    /** Takes another text, and keeps the one before as a version. */
    ContextVersion write(String text) {
        content = text.getBytes(StandardCharsets.UTF_8);
        touch();
        return new ContextVersion(id, version, content, updatedAt);
    }

    /** An entry of it was written or removed. */
    void touch() {
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
