package dev.coppice.context;

import dev.coppice.api.Precondition;
import java.util.List;
import java.util.Optional;

/** A provider that stores block entries in the database: stored skill documents, or stored search entries. */
interface StoredEntryProvider extends KeyedContextProvider {
    StoredBlocks storedBlocks();

    BlockOwnerKey owner();

    @Override
    default void set(BlockRef block, BlockEntry entry) {
        storedBlocks().put(owner(), block.label(), entry, Precondition.NONE);
    }

    @Override
    default boolean remove(BlockRef block, String key) {
        return storedBlocks()
                .remove(owner(), block.label(), key, Precondition.NONE)
                .isPresent();
    }

    @Override
    default List<BlockEntry> list(BlockRef block, String after, int limit) {
        return storedBlocks().entries(owner(), block.label(), after, limit);
    }

    @Override
    default Optional<BlockEntry> describe(BlockRef block, String key) {
        return storedBlocks().entry(owner(), block.label(), key).map(StoredEntry::entry);
    }
}
