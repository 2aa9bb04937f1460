package dev.coppice.search.index;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.Length;
import org.hibernate.annotations.Immutable;
import org.hibernate.search.mapper.pojo.bridge.mapping.annotation.RoutingBinderRef;
import org.hibernate.search.mapper.pojo.bridge.mapping.annotation.TypeBinderRef;
import org.hibernate.search.mapper.pojo.mapping.definition.annotation.DocumentId;
import org.hibernate.search.mapper.pojo.mapping.definition.annotation.Indexed;
import org.hibernate.search.mapper.pojo.mapping.definition.annotation.TypeBinding;

/**
 * Database row of a block entry, mapped for indexing. Its document depends only on this row, and on whether the session
 * that owns the entry exists.
 */
@Entity
@Immutable
@Table(name = "context_entry")
@Indexed(index = IndexedEntry.INDEX, routingBinder = @RoutingBinderRef(type = OwnerKey.class))
@TypeBinding(binder = @TypeBinderRef(type = EntryBinder.class))
public class IndexedEntry extends IndexedRow {
    static final String INDEX = "entry";

    @Id
    @DocumentId
    private Long id;

    @Column(name = "store_id")
    private long store;

    @Column(name = "tenant_id")
    private int tenant;

    /** Database id of the session that owns the entry; null if the entry is shared. */
    @Column(name = "session_pk")
    private Long session;

    @Column(name = "entry_key")
    private String key;

    private String title;
    private String description;

    @Column(length = Length.LONG32)
    private byte[] content;

    /** True if the session that owns the entry was deleted. Set by {@link RowReader}. */
    @Transient
    private boolean isOrphaned;

    protected IndexedEntry() {}

    @Override
    DocumentType type() {
        return DocumentType.ENTRY;
    }

    @Override
    Object id() {
        return id;
    }

    @Override
    String ownerKey() {
        return session == null ? OwnerKey.store(store) : OwnerKey.session(session);
    }

    /**
     * True if the index should contain a document for the entry. False if the session that owns the entry was deleted;
     * the row is then only waiting to be purged.
     */
    @Override
    boolean hasDocument() {
        return !isOrphaned;
    }

    /** Records that the session that owns the entry was deleted. */
    void orphan() {
        isOrphaned = true;
    }

    @Override
    long fingerprint() {
        return Integer.toUnsignedLong(
                        Objects.hash(store, tenant, session, key, title, description, Arrays.hashCode(content)))
                | (long) content.length << Integer.SIZE;
    }

    long number() {
        return id;
    }

    long store() {
        return store;
    }

    int tenant() {
        return tenant;
    }

    Long session() {
        return session;
    }

    /** Returns the text to index: key, title, description and content, each on its own line. */
    String text() {
        return Stream.of(key, title, description, new String(content, StandardCharsets.UTF_8))
                .filter(Objects::nonNull)
                .collect(Collectors.joining("\n"));
    }
}
