package dev.coppice.context;

import dev.coppice.search.EntrySearch;
import java.util.List;

/** Entries in the database that the full-text index finds. */
record StoredSearch(Stores stores, ContentOwner owner, EntrySearch index) implements StoredEntries, SearchProvider {
    @Override
    public String get(BlockUse use) {
        long count = stores.count(owner, use.label());
        return count == 0 ? "" : count + (count == 1 ? " entry indexed." : " entries indexed.");
    }

    @Override
    public List<ContextEntry> search(BlockUse use, String query, int limit) {
        return stores.number(owner, use.label())
                .map(store -> stores.entries(index.search(owner.tenant(), store, query, limit)))
                .orElse(List.of());
    }
}
