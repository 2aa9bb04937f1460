package dev.coppice.context;

import dev.coppice.Ids;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the block entry that a model means by a name. The name is the entry's key, or a title from which
 * {@link EntryKeys} derives the key. An entry that has the name as its key takes precedence over an entry with the
 * derived key. After a write under a name, reading this name finds the written entry.
 *
 * @param block a block with entries
 */
record NamedEntries(ContextBlock block) {
    /** Maximum length of an entry's description, in code points: the length of its database column. */
    static final int MAX_DESCRIPTION = 2000;

    /**
     * Returns the content of a skill document. First looks for the document that has this name as its key, then for the
     * one with the key that is derived from the name as a title. Empty if neither exists.
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
     * Returns the complete entry to write for a draft of the model. There are three cases.
     *
     * <p>The draft has a key: the entry gets this key. The model may have written the entry earlier with this text as
     * its title instead. If so, and if no entry has the text as its key, the entry with the title is replaced. A title
     * or description that the draft lacks is taken from the existing entry, if the block's provider describes its
     * entries. If the existing entry has no description either, the title of the draft becomes the description.
     *
     * <p>The draft has only a title: it replaces the entry that has the title as its key. If there is none, the key is
     * derived from the title. If the draft has no description, the title is also the description.
     *
     * <p>The draft has neither: the key is derived from the content, and an entry with different content is never
     * replaced.
     */
    BlockEntry toWrite(EntryDraft draft) {
        var title = EntryKeys.isBlank(draft.title()) ? null : cut(draft.title().strip(), Ids.MAX_LENGTH);
        var description = EntryKeys.isBlank(draft.description()) ? null : cut(draft.description(), MAX_DESCRIPTION);
        if (!EntryKeys.isBlank(draft.key())) {
            var key = keyToWrite(draft.key().strip());
            var old = block.described(key);
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

    private String keyToWrite(String key) {
        var titleKey = titleKey(key);
        boolean isTitle = !titleKey.equals(key)
                && stored(key).isEmpty()
                && stored(titleKey)
                        .filter(entry -> key.equalsIgnoreCase(entry.title()))
                        .isPresent();
        return isTitle ? titleKey : key;
    }

    private String keyOfTitle(String title) {
        var titleKey = titleKey(title);
        var key = title.strip();
        return !titleKey.equals(key) && exists(key) ? key : titleKey;
    }

    /**
     * Returns the key under which to store an entry with this title. The key is derived from the title. If the stored
     * entry with this key has another title, a number may be appended; see {@link EntryKeys#choose}.
     */
    private String titleKey(String title) {
        return EntryKeys.choose(title, "", this::stored);
    }

    private boolean exists(String key) {
        return key.codePointCount(0, key.length()) <= Ids.MAX_LENGTH
                && existing(key).isPresent();
    }

    /** Returns the entry with this key if the database stores it; empty if not. */
    private Optional<BlockEntry> stored(String key) {
        return block.provider() instanceof StoredEntryProvider stored
                ? stored.storedBlocks()
                        .entry(stored.owner(), block.label(), key)
                        .map(StoredEntry::entry)
                : Optional.empty();
    }

    /**
     * Returns the entry with this key; empty if there is none. The title is null if the entry is not stored in the
     * database.
     */
    private Optional<BlockEntry> existing(String key) {
        return block.provider() instanceof StoredEntryProvider
                ? stored(key)
                : block.document(key).map(content -> new BlockEntry(key, null, null, content));
    }

    private static String cut(String text, int max) {
        return text.codePointCount(0, text.length()) <= max ? text : text.substring(0, text.offsetByCodePoints(0, max));
    }
}
