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
import java.util.stream.Collectors;
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
     * {@link EntryKeys#of} derives the same key as for {@code keyOrTitle}, unless it names another document.
     *
     * <p>If the database does not store the documents, the provider may be asked for up to three documents for
     * {@code keyOrTitle} and for each loaded name from which the same key is derived.
     *
     * @param keyOrTitle the key or the title of the document
     */
    public List<LoadedSkill> find(SessionName name, ContextBlock block, String keyOrTitle) {
        var similar = names(block, skills.of(name)).stream()
                .filter(other -> isSimilar(other, keyOrTitle))
                .toList();
        boolean isExact = similar.stream().allMatch(keyOrTitle::equals);
        var found = isExact ? similar : ofSameDocument(block, similar, keyOrTitle);
        return found.stream()
                .map(other -> new LoadedSkill(block.label(), other))
                .toList();
    }

    /** True if two names can name the same document, because the same key is derived from both. */
    private static boolean isSimilar(String name, String other) {
        return titleKeys(name).anyMatch(key -> titleKeys(other).anyMatch(key::equals));
    }

    private static Stream<String> titleKeys(String name) {
        return Stream.of(titleKey(name), titleKey(name.strip()));
    }

    /**
     * Returns those of the loaded names that name the same document as {@code keyOrTitle}. If there is no such document
     * and none of the names has its key, returns the names that name no document.
     *
     * @param similar loaded names from which the same key is derived as from {@code keyOrTitle}
     */
    private List<String> ofSameDocument(ContextBlock block, List<String> similar, String keyOrTitle) {
        var names = Stream.concat(similar.stream(), Stream.of(keyOrTitle)).toList();
        boolean isStored = block.provider() instanceof StoredEntryProvider;
        var existing = isStored ? existing(block, names) : provided(block, names);
        var key = key(existing, keyOrTitle);
        var found = similar.stream()
                .filter(other -> key(existing, other).equals(key))
                .toList();
        return found.isEmpty() && !existing.contains(key)
                ? similar.stream()
                        .filter(other -> !existing.contains(key(existing, other)))
                        .toList()
                : found;
    }

    /**
     * Returns the key of the document that was loaded by a name. The rules are those of {@link NamedEntries#load}: this
     * is the first of the keys in {@link #possibleKeys} that an entry has. If no entry has any of them, it is the name.
     *
     * @param existing those keys of the block's entries that occur among the possible keys of the names
     */
    private static String key(Set<String> existing, String name) {
        return possibleKeys(name).filter(existing::contains).findFirst().orElse(name);
    }

    /**
     * Returns the keys that a document with this name can have: the name itself, the name without white space at its
     * ends, and the key that {@link EntryKeys#of} derives from the name.
     */
    private static Stream<String> possibleKeys(String name) {
        return Stream.of(name, name.strip(), titleKey(name));
    }

    private static String titleKey(String name) {
        return EntryKeys.of(name, "");
    }

    /** Returns those of the names' possible keys for which the block's provider has a document. */
    private static Set<String> provided(ContextBlock block, List<String> names) {
        return names.stream()
                .flatMap(LoadedKeys::possibleKeys)
                .distinct()
                .filter(key -> block.document(key).isPresent())
                .collect(Collectors.toSet());
    }

    /**
     * Returns those keys of the block's entries that occur among the possible keys of the names. In two cases returns
     * an empty set without a query: if the database does not store the block's entries, or if each name equals the key
     * that is derived from it. In the second case {@link #key} returns the name anyway.
     */
    private Set<String> existing(ContextBlock block, List<String> names) {
        if (!(block.provider() instanceof StoredEntryProvider stored)
                || names.stream().allMatch(name -> titleKey(name).equals(name))) {
            return Set.of();
        }
        var keys = names.stream()
                .flatMap(LoadedKeys::possibleKeys)
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
