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
 * Finds the keys of the skill documents that are loaded in a session. A history contains only the name by which the
 * model loaded a document, which may be its key or its title; this class finds the key. Reads no contents of documents
 * and no message bodies.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class LoadedKeys {
    /**
     * Maximum number of keys in the {@code in} list of one database query. Almost every session needs only one query.
     */
    private static final int BATCH = 500;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private LoadedSkills skills;

    /**
     * Adds to each skill block the keys of its loaded documents, in the order of loading, and returns all contents. If
     * more than {@code coppice.context.max-listed} documents are loaded in the session, adds only those that were
     * loaded last.
     *
     * @param contents contents of some of the session's blocks
     * @param name the session
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

    /**
     * Returns the keys of those loaded documents that belong to the block, without duplicates, in the order of loading.
     */
    private List<String> keys(ContextBlock block, List<LoadedSkill> loaded) {
        var names = names(block, loaded);
        var existing = existing(block, names);
        return names.stream().map(name -> key(existing, name)).distinct().toList();
    }

    /** Returns the names by which the model loaded the documents of the block, in the order of loading. */
    private static List<String> names(ContextBlock block, List<LoadedSkill> loaded) {
        return loaded.stream()
                .filter(skill -> skill.label().equals(block.label()))
                .map(LoadedSkill::key)
                .toList();
    }

    /**
     * Returns the names by which the model has loaded one document. There may be several, because the model can load a
     * document by its key and by its title. Names are spelled as in the history. Returns an empty list if the document
     * is not loaded. If the document was deleted, its title is unknown. Then every loaded name is returned for which
     * {@link EntryKeys#of} derives the same key as for {@code keyOrTitle}.
     *
     * @param keyOrTitle the key or the title of the document
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
     * Returns the key of the document that was loaded by a name. This is the key that {@link EntryKeys#of} derives from
     * the name, if an entry has the derived key and no entry has the name itself as its key. Otherwise it is the name.
     *
     * @param existing those keys of the block's entries that occur among the names, or among the keys that are derived
     *     from the names
     */
    private static String key(Set<String> existing, String name) {
        return !existing.contains(name) && existing.contains(titleKey(name)) ? titleKey(name) : name;
    }

    private static String titleKey(String name) {
        return EntryKeys.of(name, "");
    }

    /**
     * Returns those keys of the block's entries that occur among the names, or among the keys that {@link EntryKeys#of}
     * derives from the names. In two cases returns an empty set without a query: if the database does not store the
     * block's entries, or if each name equals the key that is derived from it. In the second case {@link #key} returns
     * the name anyway.
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
