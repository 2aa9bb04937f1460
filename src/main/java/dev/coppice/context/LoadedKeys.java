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
 * Finds the keys of the skill documents that are loaded in a session. The history contains the name by which the model
 * loaded a document: its key, or its title. Reads no contents of documents and no message bodies.
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
     * Returns the contents with the keys of the loaded documents added to each skill block, in the order of loading. If
     * more than {@code coppice.context.max-listed} documents are loaded in the session, adds the most recently loaded
     * ones only.
     *
     * @param contents contents of some of the session's blocks
     * @param blocks the session's blocks
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

    /** Returns the keys of those documents that belong to the block, without duplicates. */
    private List<String> keys(ContextBlock block, List<LoadedSkill> loaded) {
        var names = names(block, loaded);
        var existing = existing(block, names);
        return names.stream().map(name -> key(existing, name)).distinct().toList();
    }

    /** Returns the names by which the documents of the block were loaded. */
    private static List<String> names(ContextBlock block, List<LoadedSkill> loaded) {
        return loaded.stream()
                .filter(skill -> skill.label().equals(block.label()))
                .map(LoadedSkill::key)
                .toList();
    }

    /**
     * Returns the loaded document that the model names by its key or title: once for each name by which it was loaded,
     * as the history contains these names. Returns an empty list if it is not loaded. If the entry of the document was
     * deleted, compares the keys that {@link EntryKeys#of} derives from the names.
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
     * otherwise the key that {@link EntryKeys#of} derives from the name if an entry has that key, otherwise the name.
     *
     * @param existing the keys of the block's entries, as far as they are names or derived from names
     */
    private static String key(Set<String> existing, String name) {
        return !existing.contains(name) && existing.contains(titleKey(name)) ? titleKey(name) : name;
    }

    /** Returns the key that {@link EntryKeys#of} derives from a title. */
    private static String titleKey(String name) {
        return EntryKeys.of(name, "");
    }

    /**
     * Returns those of the names, and of the keys derived from them ({@link EntryKeys#of}), that are keys of entries of
     * the block. Returns an empty set without a query if each name equals the key derived from it, or if the block's
     * entries are not stored in the database.
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
