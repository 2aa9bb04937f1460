package dev.coppice.context;

import dev.coppice.json.Times;
import dev.coppice.search.Hit;
import dev.coppice.search.HitOptions;
import dev.coppice.search.SearchQuery;
import dev.coppice.search.Searches;
import dev.coppice.session.Session;
import dev.coppice.session.SessionLists;
import dev.coppice.session.SessionName;
import java.util.List;

/**
 * Provider of a {@code history} block, with which the model searches past messages: messages of the user's other
 * sessions in the same namespace, and messages of this session that were replaced by a summary in its history. If the
 * session has no user, the other sessions are those without a user. The provider searches the index of messages, and
 * stores nothing itself.
 */
record HistorySearchProvider(Searches searches, SessionLists lists, Session session) implements SearchProvider {
    @Override
    public String get(BlockRef block) {
        long count = lists.countOthers(session);
        return count + (count == 1 ? " session" : " sessions") + " available for search.";
    }

    @Override
    public List<BlockEntry> search(BlockRef block, String query, int limit) {
        return find(block.session(), query, limit).stream()
                .map(HistorySearchProvider::entry)
                .toList();
    }

    /**
     * Returns the past messages that match a query, best first. Throws 400 {@code blank-query} if the query is blank.
     *
     * @param name the session that searches
     * @param limit maximum number of messages
     */
    List<Hit> find(SessionName name, String query, int limit) {
        return searches.past(name, SearchQuery.parse(query), new HitOptions(limit, null, true, false, true))
                .items();
    }

    private static BlockEntry entry(Hit hit) {
        var key = hit.session().id() + ' ' + Times.text(hit.createdAt()) + ' ' + hit.role();
        return new BlockEntry(key, hit.sessionName(), null, hit.text());
    }
}
