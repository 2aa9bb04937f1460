package dev.coppice.context;

import dev.coppice.Ids;
import dev.coppice.format.LoadedSkill;
import dev.coppice.session.SessionName;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the keys of loaded skill documents. The history contains the name by which the model loaded a document: its
 * key, or its title. Reads no contents and no message bodies.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class LoadedKeys {
    /** Maximum number of keys that one query looks up. */
    private static final int BATCH = 500;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private LoadedSkills skills;

    /**
     * Adds the keys of the loaded documents to the values of skill blocks: of the documents that were loaded most
     * recently, at most {@code coppice.context.max-listed} in a session.
     */
    public List<BlockContent> addTo(List<BlockContent> contents, SessionName name, SessionBlocks blocks) {
        if (contents.stream().noneMatch(BlockContent::skill)) {
            return contents;
        }
        var loaded = skills.listed(name);
        return contents.stream()
                .map(content ->
                        content.skill() ? content.withLoaded(keys(blocks.get(content.label()), loaded)) : content)
                .toList();
    }

    private List<String> keys(ContextBlock block, List<LoadedSkill> loaded) {
        var names = names(block, loaded);
        var existing = existing(block, names);
        return names.stream().map(name -> key(existing, name)).distinct().toList();
    }

    private static List<String> names(ContextBlock block, List<LoadedSkill> loaded) {
        return loaded.stream()
                .filter(skill -> skill.label().equals(block.label()))
                .map(LoadedSkill::key)
                .toList();
    }

    /**
     * Returns the document with this key or title if it is loaded, under each name by which it was loaded; empty when
     * it is not. A document whose entry was deleted is found by any name from which the same key is made.
     */
    public List<LoadedSkill> find(SessionName name, ContextBlock block, String keyOrTitle) {
        var loaded = names(block, skills.of(name));
        var existing = existing(
                block, Stream.concat(loaded.stream(), Stream.of(keyOrTitle)).toList());
        var key = key(existing, keyOrTitle);
        var found = loaded.stream()
                .filter(other -> key(existing, other).equals(key))
                .toList();
        if (found.isEmpty() && !existing.contains(key)) {
            found = loaded.stream()
                    .filter(other ->
                            !existing.contains(other) && titleKey(other).equals(titleKey(keyOrTitle)))
                    .toList();
        }
        return found.stream()
                .map(other -> new LoadedSkill(block.label(), other))
                .toList();
    }

    /**
     * Returns the key of the document that was loaded by a name: the name itself if an entry has it as its key,
     * otherwise the key that is made of it, if an entry has that.
     *
     * @param existing the keys that exist
     */
    private static String key(Set<String> existing, String name) {
        return !existing.contains(name) && existing.contains(titleKey(name)) ? titleKey(name) : name;
    }

    private static String titleKey(String name) {
        return EntryKeys.of(name, "");
    }

    /**
     * Returns which of the names, and of the keys that are made of them, are keys of stored entries. Empty without a
     * query when each name is the key that is made of it, and for documents outside the database.
     */
    private Set<String> existing(ContextBlock block, List<String> names) {
        if (!(block.provider() instanceof StoredEntryProvider stored)
                || names.stream().allMatch(name -> titleKey(name).equals(name))) {
            return Set.of();
        }
        var keys = names.stream()
                .flatMap(name -> Stream.of(name, titleKey(name)))
                .filter(key -> key.length() <= 2 * Ids.MAX_LENGTH)
                .distinct()
                .toList();
        var existing = new HashSet<String>();
        for (int i = 0; i < keys.size(); i += BATCH) {
            existing.addAll(existing(stored.owner(), block.label(), keys.subList(i, Math.min(keys.size(), i + BATCH))));
        }
        return existing;
    }

    private List<String> existing(BlockOwnerKey owner, String label, List<String> keys) {
        if (!owner.exists()) {
            return List.of();
        }
        return em.createQuery(
                        """
                        select e.key from BlockOwner o join StoredBlock b on b.owner = o.id
                        join StoredEntry e on e.block = b.id
                        where o.tenant = :tenant and o.scope = :scope and o.name = :name and b.label = :label
                        and e.key in :keys""",
                        String.class)
                .setParameter("tenant", owner.tenant())
                .setParameter("scope", owner.scope().word())
                .setParameter("name", owner.name())
                .setParameter("label", label)
                .setParameter("keys", keys)
                .getResultList();
    }
}
