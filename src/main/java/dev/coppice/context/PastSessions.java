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

/** What was said in other sessions of the same user. Nothing is stored for it: it asks the index of messages. */
record PastSessions(Searches searches, SessionLists lists, Session session) implements SearchProvider {
    @Override
    public String get(BlockUse use) {
        long count = lists.countOthers(session);
        return count + (count == 1 ? " session" : " sessions") + " available for search.";
    }

    @Override
    public List<ContextEntry> search(BlockUse use, String query, int limit) {
        return find(use.session(), query, limit).stream()
                .map(PastSessions::entry)
                .toList();
    }

    /** The messages that match, the best first. */
    List<Hit> find(SessionName name, String query, int limit) {
        return searches.past(name, SearchQuery.parse(query), new HitOptions(limit, null, true, false))
                .items();
    }

    private static ContextEntry entry(Hit hit) {
        var key = hit.session().id() + ' ' + Times.text(hit.createdAt()) + ' ' + hit.role();
        return new ContextEntry(key, hit.sessionName(), null, hit.text());
    }
}
