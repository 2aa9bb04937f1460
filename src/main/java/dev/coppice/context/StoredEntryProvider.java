package dev.coppice.context;

import dev.coppice.api.Precondition;
import java.util.List;

/** Common interface of the providers that store entries in the database: stored skills and stored search entries. */
interface StoredEntryProvider extends KeyedContextProvider {
    /** Returns the access to the database. */
    StoredBlocks storedBlocks();

    /** Returns the owner of the block's entries. */
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
}
