package dev.coppice.context;

import dev.coppice.Ids;
import dev.coppice.Settings;
import dev.coppice.api.Page;
import dev.coppice.api.Precondition;
import dev.coppice.db.Results;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stores the contents of context blocks in the database: texts with versions, and entries. Reads take no lock. A write
 * locks the row of the content's owner; callers lock the session's row first, so that all transactions lock in the same
 * order.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class StoredBlocks {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Settings settings;

    @Inject
    private ContextSettings contextSettings;

    /** A text and its version. If no text was written yet, the text is empty and the version is 0. */
    public record Text(String content, long version) {
        static final Text NONE = new Text("", 0);

        /** Creates a text from two columns of a JPQL query, which have boxed types. */
        Text(byte[] content, Long version) {
            this(new String(content, StandardCharsets.UTF_8), version);
        }
    }

    /**
     * Returns the stored text of a block. Returns {@link Text#NONE} if no text was written yet, even if the block has
     * or had entries, whose changes count in the same version.
     */
    public Text text(BlockOwnerKey owner, String label) {
        var written = " and exists (select 1 from TextVersion v where v.key.block = b.id)";
        return select("b.content, b.version", written, owner, label, Text.class).orElse(Text.NONE);
    }

    private Optional<StoredBlock> find(BlockOwnerKey owner, String label) {
        return select("b", "", owner, label, StoredBlock.class);
    }

    private <T> Optional<T> select(
            String selection, String condition, BlockOwnerKey owner, String label, Class<T> type) {
        if (!owner.exists()) {
            return Optional.empty();
        }
        return Results.first(em.createQuery(
                        "select " + selection
                                + """
                                 from BlockOwner o join StoredBlock b on b.owner = o.id
                                where o.tenant = :tenant and o.scope = :scope and o.name = :name and b.label = :label"""
                                + condition,
                        type)
                .setParameter("tenant", owner.tenant())
                .setParameter("scope", owner.scope().word())
                .setParameter("name", owner.name())
                .setParameter("label", label));
    }

    /**
     * Replaces the text of a block, and deletes all but the newest {@code coppice.context.keep-versions} versions of
     * it. Throws 409 {@code no-user} if there is no owner: the scope is user or agent, and the session has none.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void write(BlockOwnerKey owner, String label, String content) {
        var block = lock(owner, label);
        var version = block.write(content);
        em.persist(version);
        new TextVersions(em, block.id()).deleteUpTo(block.version() - contextSettings.keepVersions());
        em.flush();
    }

    /** Locks a block's owner, counts a change of the owner, and returns the block. Creates missing rows. */
    private StoredBlock lock(BlockOwnerKey key, String label) {
        var owner = lockOwner(key);
        owner.countChange();
        var found = find(key, label);
        found.ifPresent(em::refresh);
        return found.orElseGet(() -> {
            var block = new StoredBlock(owner, label);
            em.persist(block);
            em.flush();
            return block;
        });
    }

    private BlockOwner lockOwner(BlockOwnerKey key) {
        key.check();
        return BlockOwner.find(em, key, LockModeType.PESSIMISTIC_WRITE).orElseGet(() -> {
            var owner = new BlockOwner(key);
            em.persist(owner);
            em.flush();
            return owner;
        });
    }

    /** Locks an owner's row until this transaction ends; creates a missing row. Throws the errors of {@link #write}. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void lock(BlockOwnerKey owner) {
        lockOwner(owner);
    }

    /** Counts a change of an owner's block declarations in the owner's row. Throws the errors of {@link #write}. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void countChange(BlockOwnerKey owner) {
        lockOwner(owner).countChange();
    }

    /**
     * Returns one page of the versions of a text, newest first. A page has at most {@code limit} versions, and at most
     * {@code coppice.message.max-bytes} of text, but at least one version.
     *
     * @param before the page begins with the newest version below this number; null to begin with the newest of all
     */
    public Page<TextVersion.Answer> versions(BlockOwnerKey owner, String label, Long before, int limit) {
        return id(owner, label)
                .map(block -> new TextVersions(em, block).page(before, limit, settings.messageMaxBytes()))
                .orElseGet(() -> new Page<>(List.of(), null));
    }

    /** Returns the text of one version; empty if the version never existed or was deleted. */
    public Optional<String> version(BlockOwnerKey owner, String label, long version) {
        return find(owner, label).flatMap(block -> new TextVersions(em, block.id()).text(version));
    }

    /** Returns the database id of a stored block; empty if nothing was written to the block yet. */
    public Optional<Long> id(BlockOwnerKey owner, String label) {
        return select("b.id", "", owner, label, Long.class);
    }

    /** Returns an entry of a block; empty if it does not exist. */
    public Optional<StoredEntry> entry(BlockOwnerKey owner, String label, String key) {
        return find(owner, label).flatMap(block -> entry(block, key));
    }

    private Optional<StoredEntry> entry(StoredBlock block, String key) {
        if (!Ids.isStorable(key)) {
            return Optional.empty();
        }
        return Results.first(
                em.createQuery("select e from StoredEntry e where e.block = :block and e.key = :key", StoredEntry.class)
                        .setParameter("block", block.id())
                        .setParameter("key", key));
    }

    /**
     * Returns at most {@code limit} entries of a block without their contents, sorted by key. The list begins after the
     * key {@code after}, or with the first entry if it is null.
     */
    public List<BlockEntry> entries(BlockOwnerKey owner, String label, String after, int limit) {
        return find(owner, label)
                .map(block -> em.createQuery(
                                """
                                select e.key, e.title, e.description from StoredEntry e
                                where e.block = :block and e.key > :after order by e.block, e.key""",
                                BlockEntry.class)
                        .setParameter("block", block.id())
                        .setParameter("after", after == null ? "" : after)
                        .setMaxResults(limit)
                        .getResultList())
                .orElse(List.of());
    }

    /** Returns the number of entries of a block. */
    public long count(BlockOwnerKey owner, String label) {
        return find(owner, label)
                .map(block -> em.createQuery("select count(e) from StoredEntry e where e.block = :block", Long.class)
                        .setParameter("block", block.id())
                        .getSingleResult())
                .orElse(0L);
    }

    /**
     * Returns the entries with these database ids, with contents, in this order. Leaves out ids without an entry. Stops
     * before the contents exceed {@code coppice.message.max-bytes} in total, but returns at least one entry.
     */
    public List<BlockEntry> entries(List<Long> ids) {
        var entries = new ArrayList<BlockEntry>();
        long bytes = 0;
        for (long id : ids) {
            var entry = em.find(StoredEntry.class, id);
            bytes += entry == null ? 0 : entry.bytes();
            if (bytes > settings.messageMaxBytes() && !entries.isEmpty()) {
                break;
            }
            if (entry != null) {
                entries.add(entry.entry());
            }
        }
        return entries;
    }

    /**
     * The result of {@link #put}.
     *
     * @param entry the entry as stored
     * @param created true if no entry with this key existed
     * @param written false if an equal entry already existed, so that nothing was written
     */
    public record Put(StoredEntry entry, boolean created, boolean written) {}

    /**
     * Creates or replaces an entry. If an equal entry exists, nothing is written. Throws 409 {@code no-user} if there
     * is no owner (the scope is user or agent, and the session has none), 412 {@code stale-version} if {@code expected}
     * is not met.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public Put put(BlockOwnerKey owner, String label, BlockEntry entry, Precondition expected) {
        owner.check();
        var unlocked = entry(owner, label, entry.key());
        unlocked.ifPresentOrElse(existing -> expected.check(existing.version()), expected::checkAbsent);
        if (unlocked.isPresent() && unlocked.get().entry().equals(entry)) {
            return new Put(unlocked.get(), false, false);
        }
        var block = lock(owner, label);
        block.countChange();
        var locked = entry(block, entry.key());
        locked.ifPresent(em::refresh);
        locked.ifPresentOrElse(existing -> expected.check(existing.version()), expected::checkAbsent);
        var written = locked.orElseGet(() -> new StoredEntry(owner, block, entry));
        if (locked.isPresent()) {
            written.write(entry);
        } else {
            em.persist(written);
        }
        em.flush();
        return new Put(written, locked.isEmpty(), true);
    }

    /** Removes an entry and returns it; empty if there is none. Throws the errors that {@link #put} throws. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public Optional<StoredEntry> remove(BlockOwnerKey owner, String label, String key, Precondition expected) {
        owner.check();
        if (entry(owner, label, key).isEmpty()) {
            return Optional.empty();
        }
        var block = lock(owner, label);
        var locked = entry(block, key);
        locked.ifPresent(entry -> {
            em.refresh(entry);
            expected.check(entry.version());
            block.countChange();
            em.remove(entry);
            em.flush();
        });
        return locked;
    }
}
