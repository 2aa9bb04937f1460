package dev.coppice.context;

import dev.coppice.Ids;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the block entry that a model means. A model names an entry by its key or by a title, from which
 * {@link EntryKeys} derives a key. For each name, reading finds the entry that was last written under it. A key that
 * exists takes precedence over a key that is derived from the name.
 *
 * @param block a block with entries
 */
record NamedEntries(ContextBlock block) {
    /** Maximum length of an entry's description, in code points: the length of its database column. */
    static final int MAX_DESCRIPTION = 2000;

    /**
     * Returns the content of the skill document with this key. If there is none, returns that of the document whose key
     * is derived from this title; empty if it does not exist, either.
     *
     * @param name a key or a title
     */
    Optional<String> load(String name) {
        if (EntryKeys.isBlank(name)) {
            return Optional.empty();
        }
        return Stream.of(name, name.strip())
                .distinct()
                .map(block::document)
                .flatMap(Optional::stream)
                .findFirst()
                .or(() -> Optional.of(titleKey(name))
                        .filter(key -> !key.equals(name))
                        .flatMap(block::document));
    }

    /**
     * Returns the entry to write for a draft.
     *
     * <ul>
     *   <li>A draft with a key is written under this key. If no entry has the key, but one was written with the key as
     *       its title, that entry is replaced. If the draft has no title or description, those of the stored entry
     *       remain.
     *   <li>A draft with a title only replaces the entry that has the title as its key; otherwise its key is made of
     *       the title. Without a description, the title is the description.
     *   <li>The key of any other draft is made of its content, and never replaces different content.
     * </ul>
     */
    BlockEntry toWrite(EntryDraft draft) {
        var title = EntryKeys.isBlank(draft.title()) ? null : cut(draft.title().strip(), Ids.MAX_LENGTH);
        var description = EntryKeys.isBlank(draft.description()) ? null : cut(draft.description(), MAX_DESCRIPTION);
        if (!EntryKeys.isBlank(draft.key())) {
            var key = keyToWrite(draft.key().strip());
            var old = stored(key);
            return entry(
                    key,
                    title == null ? old.map(BlockEntry::title).orElse(null) : title,
                    description == null ? old.map(BlockEntry::description).orElse(title) : description,
                    draft.content());
        }
        var key = title == null ? EntryKeys.choose(null, draft.content(), this::existing) : keyOfTitle(draft.title());
        return entry(key, title, description == null ? title : description, draft.content());
    }

    private static BlockEntry entry(String key, String title, String description, String content) {
        return new BlockEntry(key, title, description, content);
    }

    /** Returns the key under which a draft with this key is written. */
    private String keyToWrite(String key) {
        var titleKey = titleKey(key);
        boolean isTitle = !titleKey.equals(key)
                && stored(key).isEmpty()
                && stored(titleKey)
                        .filter(entry -> key.equalsIgnoreCase(entry.title()))
                        .isPresent();
        return isTitle ? titleKey : key;
    }

    /** Returns the key under which a draft with this title and no key is written. */
    private String keyOfTitle(String title) {
        var titleKey = titleKey(title);
        var key = title.strip();
        return !titleKey.equals(key) && exists(key) ? key : titleKey;
    }

    /**
     * Returns the key that is derived from a title for a new entry, with a number if another entry has it. Only entries
     * in the database have titles, by which such entries are recognized.
     */
    private String titleKey(String title) {
        return EntryKeys.choose(title, "", this::stored);
    }

    /** True if the block has an entry with this key. */
    private boolean exists(String key) {
        return key.codePointCount(0, key.length()) <= Ids.MAX_LENGTH
                && existing(key).isPresent();
    }

    /** Returns the entry with this key if it is stored in the database; else empty. */
    private Optional<BlockEntry> stored(String key) {
        return block.provider() instanceof StoredEntryProvider stored
                ? stored.storedBlocks()
                        .entry(stored.owner(), block.label(), key)
                        .map(StoredEntry::entry)
                : Optional.empty();
    }

    /**
     * Returns the entry with this key; empty if there is none. Its title is null if it is not stored in the database.
     */
    private Optional<BlockEntry> existing(String key) {
        return block.provider() instanceof StoredEntryProvider
                ? stored(key)
                : block.document(key).map(content -> new BlockEntry(key, null, null, content));
    }

    /** Returns the first {@code max} code points of a text. */
    private static String cut(String text, int max) {
        return text.codePointCount(0, text.length()) <= max ? text : text.substring(0, text.offsetByCodePoints(0, max));
    }
}
