package dev.coppice.search;

import dev.coppice.Settings;
import dev.coppice.access.Tenants;
import dev.coppice.message.ForkFinder;
import dev.coppice.message.VisibleMessages;
import dev.coppice.search.index.Documents;
import dev.coppice.search.index.IndexFollower;
import dev.coppice.session.Namespaces;
import dev.coppice.session.Session;
import dev.coppice.session.SessionLookup;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Full-text search for messages. Finds messages in the search index, in the order of {@link Ranking}: those that match
 * the whole query or, if there are none, those that match a part of it. Checks each of them in the database and returns
 * its current text. So no hit is deleted, expired or inaccessible, even if the index is behind. Takes no lock. Every
 * search throws 503 {@code unavailable} if the index cannot be read, and 400 {@code malformed} if the cursor is invalid
 * or belongs to another search.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Searches {
    @Inject
    private IndexLookup indexLookup;

    @Inject
    private Sessions sessions;

    @Inject
    private SessionLookup numbers;

    @Inject
    private Namespaces namespaces;

    @Inject
    private Tenants tenants;

    @Inject
    private VisibleMessages visibleMessages;

    @Inject
    private ForkFinder forkFinder;

    @Inject
    private Settings settings;

    @Inject
    private SearchSettings searchSettings;

    @Inject
    private IndexFollower indexFollower;

    @Inject
    private SearchMetrics metrics;

    /**
     * Returns the hits in one session, including messages that it inherited as a fork. Throws 404
     * {@code session-not-found} if the session does not exist, 404 {@code message-not-found} if the message
     * {@code leafId} does not exist.
     *
     * @param role only messages with this role are found; null for any role
     * @param leafId only messages on the path to this message are found; null for all messages
     */
    public Hits within(SessionName name, SearchQuery query, String role, String leafId, HitOptions hitOptions) {
        return within(name, query, role, leafId, null, null, hitOptions);
    }

    /**
     * Returns the hits of a period in one session, including messages that it inherited as a fork. Throws 404
     * {@code session-not-found} if the session does not exist, 404 {@code message-not-found} if the message
     * {@code leafId} does not exist.
     *
     * @param role only messages with this role are found; null for any role
     * @param leafId only messages on the path to this message are found; null for all messages
     * @param from earliest time of the messages, inclusive, in milliseconds since the epoch; null for no limit
     * @param to latest time of the messages, inclusive, in milliseconds since the epoch; null for no limit
     */
    public Hits within(
            SessionName name,
            SearchQuery query,
            String role,
            String leafId,
            Long from,
            Long to,
            HitOptions hitOptions) {
        var session = sessions.read(name);
        var path = leafId == null ? null : visibleMessages.path(name, leafId);
        var scope = SearchScope.of(session.tenant())
                .tree(session.tree(), visibleMessages.inheritedPath(session))
                .role(role)
                .between(from, to);
        if (path != null) {
            scope.path(path);
        }
        var hitVisibility = new HitVisibility.OfSession(visibleMessages, new SessionLookup.Found(session, name), path);
        int request = Objects.hash(name.key(), query.stableHash(), role, leafId, from, to);
        return answer(query, scope, hitVisibility, hitOptions, request);
    }

    /**
     * Returns the hits in all sessions of a tenant. Returns no hits if the tenant or the filter's namespace does not
     * exist. A message that several sessions share is found only once; see {@link HitVisibility.OfTenant}.
     *
     * @param tenant name of the tenant
     */
    public Hits across(String tenant, SearchQuery query, SearchFilter filter, HitOptions hitOptions) {
        var number = tenants.find(tenant);
        if (number.isEmpty()) {
            return Hits.NONE;
        }
        var scope = SearchScope.of(number.get())
                .user(filter.userId())
                .agent(filter.agent())
                .source(filter.source())
                .role(filter.role())
                .between(filter.from(), filter.to());
        if (filter.namespace() != null) {
            var namespace = namespaces.find(tenant, filter.namespace());
            if (namespace.isEmpty()) {
                return Hits.NONE;
            }
            scope.namespace(namespace.get().namespace());
        }
        var excluded = filter.excludeSessionId() == null
                ? List.<Session>of()
                : numbers.withSessionId(number.get(), filter.excludeSessionId());
        excluded.forEach(session -> scope.withoutTree(session.tree(), visibleMessages.retainedByForks(session)));
        var hitVisibility =
                visibility(tenant, number.get(), session -> isOfAgent(session, filter.agent()), Exclusion.of(excluded));
        return answer(
                query, scope, hitVisibility, hitOptions, Objects.hash(tenant, query.stableHash(), filter.stableHash()));
    }

    /**
     * Finds past messages for the model of a session. Searches the other sessions of the session's user in the same
     * namespace. If the session has no user, searches the other sessions without a user. Also finds messages of the
     * session itself that were replaced by a summary in its history. Throws 404 {@code session-not-found} if the
     * session does not exist.
     *
     * <p>If the session is a fork, a message that it inherited is found as a hit of the source session, even if the
     * message is replaced by a summary in the fork. If the source session does not show the message any more, the
     * message is found as a hit of the fork, but only if it is replaced by a summary there. Messages that forks
     * inherited from this session are not found in the forks.
     *
     * @param name name of the session for whose model the search runs
     */
    public Hits past(SessionName name, SearchQuery query, HitOptions hitOptions) {
        var current = sessions.read(name);
        var compacted = visibleMessages.compacted(current);
        var scope = SearchScope.of(current.tenant())
                .namespace(current.namespace())
                .withoutTreeBut(current.tree(), compacted);
        scope = current.userId() == null ? scope.withoutUser() : scope.user(current.userId());
        var hitVisibility = visibility(
                name.tenant(),
                current.tenant(),
                session -> Objects.equals(session.userId(), current.userId()),
                Exclusion.ofShown(current, compacted));
        return answer(query, scope, hitVisibility, hitOptions, Objects.hash(name.key(), query.stableHash()));
    }

    /**
     * True if the session of a hit has this agent, or if {@code agent} is null. The index cannot answer this for a
     * fork: it contains the agent of the session in which the message was written, and the fork may have another agent.
     */
    private static boolean isOfAgent(Session session, String agent) {
        return agent == null || agent.equals(session.agent());
    }

    private HitVisibility visibility(String tenant, int number, Predicate<Session> readable, Exclusion exclusion) {
        return new HitVisibility.OfTenant(
                visibleMessages, new HitOwners(numbers, forkFinder, tenant, number, readable, exclusion));
    }

    /**
     * Runs the search and returns one page of its hits.
     *
     * @param request hash of the search, the same in every process; a cursor with another hash is refused
     */
    private Hits answer(
            SearchQuery query, SearchScope scope, HitVisibility hitVisibility, HitOptions hitOptions, int request) {
        return metrics.record(() -> search(query, scope, hitVisibility, hitOptions, request));
    }

    private Hits search(
            SearchQuery query, SearchScope scope, HitVisibility hitVisibility, HitOptions hitOptions, int request) {
        var clauses = indexLookup.clauses(query);
        var terms = clauses.terms();
        var shown = ShownHits.of(hitOptions.cursor(), request);
        if (terms.required().isEmpty()) {
            return Hits.NONE;
        }
        boolean behind = hitOptions.waits() && !indexFollower.catchUp(searchSettings.catchUp());
        var page =
                new HitPage(visibleMessages, hitVisibility, hitOptions, settings.messageMaxBytes(), IndexLookup.STEMS);
        return indexLookup
                .search(
                        Documents.TYPES,
                        searcher -> page(new Matches(searcher, scope, clauses), page, terms, shown, request))
                .withBehind(behind);
    }

    /**
     * Returns a page of the messages that match the whole query. If the client can see none of them, returns a page of
     * messages that match a part of it, unless the search timed out or the query has only one term. A later page shows
     * the same kind of matches as the first page.
     *
     * @param shown the hits on the pages before; null for the first page
     */
    private static Hits page(Matches matches, HitPage page, QueryTerms terms, ShownHits shown, int request)
            throws IOException {
        if (shown == null || !shown.partial()) {
            var full = matches.full();
            boolean timedOut = matches.timedOut();
            var before = shown == null ? ShownHits.none(request, false) : shown;
            var hits = page.of(before, full, timedOut, terms.required());
            if (shown != null || !hits.items().isEmpty() || timedOut || terms.isSingle()) {
                return hits;
            }
        }
        var partial = matches.partial();
        var before = shown == null ? ShownHits.none(request, true) : shown;
        return page.of(before, partial, matches.timedOut(), terms.singles());
    }
}
