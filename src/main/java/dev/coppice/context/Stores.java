package dev.coppice.context;

import dev.coppice.Settings;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.api.Precondition;
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
 * The stored content of blocks; the only writer of its tables. Writers of one owner's content follow each other: each
 * locks the owner's row, behind the session's. Reads take no lock.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Stores {
    /** The kind of a cursor over versions. */
    static final String VERSIONS = "versions";

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Settings settings;

    @Inject
    private ContextSettings contextSettings;

    /** A text and its version; version 0 while nothing was written. */
    public record Text(String content, long version) {
        static final Text NONE = new Text("", 0);
    }

    /** The text of a block. */
    public Text text(ContentOwner owner, String label) {
        return ofStore("s.content, s.version", owner, label, Object[].class)
                .map(row -> new Text(new String((byte[]) row[0], StandardCharsets.UTF_8), (Long) row[1]))
                .orElse(Text.NONE);
    }

    private Optional<ContextStore> find(ContentOwner owner, String label) {
        return ofStore("s", owner, label, ContextStore.class);
    }

    private <T> Optional<T> ofStore(String select, ContentOwner owner, String label, Class<T> type) {
        return !owner.isThere()
                ? Optional.empty()
                : em
                        .createQuery(
                                "select " + select
                                        + """
                                 from ContextOwner o join ContextStore s on s.owner = o.id
                                where o.tenant = :tenant and o.scope = :scope and o.name = :name and s.label = :label""",
                                type)
                        .setParameter("tenant", owner.tenant())
                        .setParameter("scope", owner.scope().word())
                        .setParameter("name", owner.name())
                        .setParameter("label", label)
                        .getResultList()
                        .stream()
                        .findFirst();
    }

    /** Replaces the text of a block; 409 {@code no-user}. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void write(ContentOwner owner, String label, String content) {
        var store = lock(owner, label);
        var version = store.write(content);
        em.persist(version);
        forget(store);
        em.flush();
    }

    /** Only so many versions are kept; at most one goes with each that comes. */
    private void forget(ContextStore store) {
        em.createQuery("delete from ContextVersion v where v.key.store = :store and v.key.version <= :last")
                .setParameter("store", store.id())
                .setParameter("last", store.version() - contextSettings.keepVersions())
                .executeUpdate();
    }

    /** The store of a locked owner, made when it is new. */
    private ContextStore lock(ContentOwner owner, String label) {
        var locked = lockOwner(owner);
        locked.changed();
        var found = find(owner, label);
        found.ifPresent(em::refresh);
        return found.orElseGet(() -> {
            var store = new ContextStore(locked, label);
            em.persist(store);
            em.flush();
            return store;
        });
    }

    private ContextOwner lockOwner(ContentOwner owner) {
        owner.check();
        var found = em
                .createQuery(
                        """
                        select o from ContextOwner o
                        where o.tenant = :tenant and o.scope = :scope and o.name = :name""",
                        ContextOwner.class)
                .setParameter("tenant", owner.tenant())
                .setParameter("scope", owner.scope().word())
                .setParameter("name", owner.name())
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList()
                .stream()
                .findFirst();
        if (found.isPresent()) {
            return found.get();
        }
        var made = new ContextOwner(owner);
        em.persist(made);
        em.flush();
        return made;
    }

    /** Lets other writers of an owner's content wait until the transaction has ended. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void lock(ContentOwner owner) {
        lockOwner(owner);
    }

    /** Notes that an owner's blocks themselves, not their content, have changed. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void changed(ContentOwner owner) {
        lockOwner(owner).changed();
    }

    /**
     * The texts that a block has had, the newest first, those before a version (null: all). A page has at most as many
     * bytes as one message may have, and at least one text.
     */
    public Page<ContextVersion.Info> versions(ContentOwner owner, String label, Long before, int limit) {
        var store = number(owner, label);
        if (store.isEmpty()) {
            return new Page<>(List.of(), null);
        }
        var there = em.createQuery(
                        """
                        select v.key.version, v.bytes from ContextVersion v
                        where v.key.store = :store and v.key.version < :before
                        order by v.key.store desc, v.key.version desc""",
                        Object[].class)
                .setParameter("store", store.get())
                .setParameter("before", before == null ? Long.MAX_VALUE : before)
                .setMaxResults(limit + 1)
                .getResultList();
        int size =
                Page.fitting(there.stream().map(row -> (Integer) row[1]).toList(), limit, settings.messageMaxBytes());
        if (size == 0) {
            return new Page<>(List.of(), null);
        }
        var last = (Long) there.get(size - 1)[0];
        var texts = em.createQuery(
                        """
                        select v from ContextVersion v where v.key.store = :store
                        and v.key.version between :last and :first
                        order by v.key.store desc, v.key.version desc""",
                        ContextVersion.class)
                .setParameter("store", store.get())
                .setParameter("last", last)
                .setParameter("first", there.get(0)[0])
                .getResultList();
        return new Page<>(
                texts.stream().map(ContextVersion::info).toList(),
                there.size() > size ? Cursor.of(VERSIONS, last) : null);
    }

    /** A text that a block has had. */
    public Optional<String> version(ContentOwner owner, String label, long version) {
        return find(owner, label)
                .map(store -> em.find(ContextVersion.class, new ContextVersion.Key(store.id(), version)))
                .map(ContextVersion::content);
    }

    /** The number of a block's store, by which the search index knows it; empty while nothing was written. */
    public Optional<Long> number(ContentOwner owner, String label) {
        return ofStore("s.id", owner, label, Long.class);
    }

    /** An entry of a block. */
    public Optional<StoredEntry> entry(ContentOwner owner, String label, String key) {
        return find(owner, label).flatMap(store -> entry(store, key));
    }

    private Optional<StoredEntry> entry(ContextStore store, String key) {
        return em
                .createQuery("select e from StoredEntry e where e.store = :store and e.key = :key", StoredEntry.class)
                .setParameter("store", store.id())
                .setParameter("key", key)
                .getResultList()
                .stream()
                .findFirst();
    }

    /** Entries in the order of their keys, without their contents; at most so many, behind a key (null: from the first). */
    public List<ContextEntry> entries(ContentOwner owner, String label, String after, int limit) {
        return find(owner, label)
                .map(store -> em
                        .createQuery(
                                """
                                select e.key, e.title, e.description from StoredEntry e
                                where e.store = :store and e.key > :after order by e.store, e.key""",
                                Object[].class)
                        .setParameter("store", store.id())
                        .setParameter("after", after == null ? "" : after)
                        .setMaxResults(limit)
                        .getResultList()
                        .stream()
                        .map(row -> new ContextEntry((String) row[0], (String) row[1], (String) row[2], null))
                        .toList())
                .orElse(List.of());
    }

    /** How many entries a block has. */
    public long count(ContentOwner owner, String label) {
        return find(owner, label)
                .map(store -> em.createQuery("select count(e) from StoredEntry e where e.store = :store", Long.class)
                        .setParameter("store", store.id())
                        .getSingleResult())
                .orElse(0L);
    }

    /**
     * Some entries by their numbers, in the order of the numbers given; those that are gone are left out. At most as many
     * bytes as one message may have, and at least one entry: others are not given.
     */
    public List<ContextEntry> entries(List<Long> numbers) {
        var found = new ArrayList<ContextEntry>();
        long bytes = 0;
        for (long number : numbers) {
            var entry = em.find(StoredEntry.class, number);
            bytes += entry == null ? 0 : entry.bytes();
            if (bytes > settings.messageMaxBytes() && !found.isEmpty()) {
                break;
            }
            if (entry != null) {
                found.add(entry.entry());
            }
        }
        return found;
    }

    /** What {@link #put} has done: written or not, because an equal entry was there. */
    public record Put(StoredEntry entry, boolean created, boolean written) {}

    /** Writes an entry, in place of the one of its key; an equal one writes nothing. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public Put put(ContentOwner owner, String label, ContextEntry entry, Precondition expected) {
        owner.check();
        var before = entry(owner, label, entry.key());
        before.ifPresentOrElse(there -> expected.check(there.version()), expected::checkAbsent);
        if (before.isPresent() && before.get().entry().equals(entry)) {
            return new Put(before.get(), false, false);
        }
        var store = lock(owner, label);
        store.touch();
        var there = entry(store, entry.key());
        there.ifPresent(em::refresh);
        there.ifPresentOrElse(now -> expected.check(now.version()), expected::checkAbsent);
        var written = there.orElseGet(() -> new StoredEntry(owner, store, entry));
        if (there.isPresent()) {
            written.write(entry);
        } else {
            em.persist(written);
        }
        em.flush();
        return new Put(written, there.isEmpty(), true);
    }

    /** Removes an entry; answers it, or nothing when it is not there. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public Optional<StoredEntry> remove(ContentOwner owner, String label, String key, Precondition expected) {
        owner.check();
        if (entry(owner, label, key).isEmpty()) {
            return Optional.empty();
        }
        var store = lock(owner, label);
        var there = entry(store, key);
        there.ifPresent(entry -> {
            em.refresh(entry);
            expected.check(entry.version());
            store.touch();
            em.remove(entry);
            em.flush();
        });
        return there;
    }
}
