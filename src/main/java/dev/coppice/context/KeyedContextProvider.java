package dev.coppice.context;

import java.util.List;
import java.util.Optional;

/**
 * A provider that can write, remove and list block entries (skill documents or searchable texts). Applications write
 * entries over HTTP. The model can also write them, unless the block is declared with {@code "writable": false}.
 */
public interface KeyedContextProvider extends ContextProvider {
    /** Creates an entry, or replaces the entry with the same key. */
    void set(BlockRef block, BlockEntry entry);

    /** Removes the entry with this key and returns true; returns false if there is none. */
    boolean remove(BlockRef block, String key);

    /**
     * Returns entries without their contents, sorted by key; empty or null if there are none.
     *
     * @param after the list begins after this key; null to begin with the first entry
     * @param limit maximum number of entries
     */
    List<BlockEntry> list(BlockRef block, String after, int limit);

    /**
     * Returns the title and description of the entry with this key; its content may be null. Empty or null if there is
     * no such entry, which is also the default. When the model replaces an entry without a title or description, the
     * entry keeps those that this method returns.
     */
    default Optional<BlockEntry> describe(BlockRef block, String key) {
        return Optional.empty();
    }
}
