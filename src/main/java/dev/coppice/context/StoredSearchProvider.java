package dev.coppice.context;

import dev.coppice.search.EntrySearch;
import java.util.List;

/**
 * Provider of a {@code search} block, whose entries are stored in the database and in the search index.
 *
 * @param storedBlocks reads and writes the entries
 * @param owner owner of the entries
 * @param index searches the entries
 */
record StoredSearchProvider(StoredBlocks storedBlocks, BlockOwnerKey owner, EntrySearch index)
        implements StoredEntryProvider, SearchProvider {
    @Override
    public String get(BlockRef block) {
        long count = storedBlocks.count(owner, block.label());
        return count == 0 ? "" : count + (count == 1 ? " entry indexed." : " entries indexed.");
    }

    @Override
    public List<BlockEntry> search(BlockRef block, String query, int limit) {
        return storedBlocks
                .id(owner, block.label())
                .map(id -> storedBlocks.entries(index.search(owner.tenant(), id, query, limit)))
                .orElse(List.of());
    }
}
