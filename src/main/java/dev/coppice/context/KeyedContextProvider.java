package dev.coppice.context;

import java.util.List;

/**
 * A provider of entries (skills or searchable texts) that can be written, over HTTP and by the model. If the block is
 * declared with {@code "writable": false}, the model cannot write it.
 */
public interface KeyedContextProvider extends ContextProvider {
    /** Creates the entry, or replaces the one with the same key. */
    void set(BlockRef block, BlockEntry entry);

    /** Removes the entry with this key; returns false if there is none. */
    boolean remove(BlockRef block, String key);

    /**
     * Returns entries without their contents, sorted by key; empty or null if there are none.
     *
     * @param after the list begins after this key; null to begin with the first entry
     * @param limit maximum number of entries
     */
    List<BlockEntry> list(BlockRef block, String after, int limit);
}
