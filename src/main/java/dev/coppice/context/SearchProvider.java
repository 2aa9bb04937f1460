package dev.coppice.context;

import java.util.List;

/** A provider of entries that the model searches. */
public interface SearchProvider extends ContextProvider {
    /** The entries that match, the best first, at most so many. The query is not blank. */
    List<ContextEntry> search(BlockUse use, String query, int limit);
}
