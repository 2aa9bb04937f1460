package dev.coppice.context;

import java.util.List;

/** A provider of entries that the model can search. */
public interface SearchProvider extends ContextProvider {
    /**
     * Returns the entries that match a query, with their contents, best first; empty or null if no entry matches.
     *
     * @param query what to search for; not blank
     * @param limit maximum number of entries
     */
    List<BlockEntry> search(BlockRef block, String query, int limit);
}
