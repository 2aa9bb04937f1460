package dev.coppice.context;

import java.util.List;

/**
 * A provider of entries (skills or searchable texts) that can be written, over HTTP and by the model. If the block is
 * declared with {@code "writable": false}, the model cannot write it.
 */
public interface KeyedContextProvider extends ContextProvider {
    /** Creates the entry, or replaces the one with the same key. */
    void set(BlockRef block, BlockEntry entry);

    /** Removes an entry; returns false when it does not exist. */
    boolean remove(BlockRef block, String key);

    /**
     * Lists entries without their contents, sorted by key; empty or null when there are none.
     *
     * @param after the list begins after this key; null to begin with the first entry
     * @param limit maximum number of entries
     */
    List<BlockEntry> list(BlockRef block, String after, int limit);
}
