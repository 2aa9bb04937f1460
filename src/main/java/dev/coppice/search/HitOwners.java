package dev.coppice.search;

import dev.coppice.message.ForkFinder;
import dev.coppice.session.Session;
import dev.coppice.session.SessionLookup;
import dev.coppice.session.SessionLookup.Found;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds the session that each hit belongs to, in a search over several sessions. For one search.
 *
 * @param sessions finds sessions by database id or by tree
 * @param forkFinder finds the forks that inherited a message
 * @param tenant name of the tenant
 * @param number database id of the tenant
 * @param readable returns true for a session whose messages the search may return
 * @param exclusion the sessions whose messages the search leaves out
 */
record HitOwners(
        SessionLookup sessions,
        ForkFinder forkFinder,
        String tenant,
        int number,
        Predicate<Session> readable,
        Exclusion exclusion) {
    /**
     * Returns, for each found text, the session in which it was written. Leaves out a text if this session was deleted
     * or has expired, is not readable, or is to be left out of the search.
     */
    Map<Candidate, Found> owners(Collection<Candidate> texts) {
        var trees = texts.stream().map(Candidate::tree).collect(Collectors.toSet());
        var found = sessions.byTree(tenant, number, trees);
        var owners = new HashMap<Candidate, Found>();
        for (var text : texts) {
            var owner = found.get(text.tree());
            if (owner != null && isAllowed(owner.session(), text)) {
                owners.put(text, owner);
            }
        }
        return owners;
    }

    /**
     * Returns, for each found text, the oldest fork that inherited the text and still shows it as first written.
     * Expired forks and forks that the search leaves out do not count; see {@link ForkFinder#oldest} for the order.
     * Leaves out a text if there is no such fork, or if the messages of this fork are not readable.
     */
    Map<Candidate, Found> forks(Collection<Candidate> texts) {
        var withForks = forkFinder.withForks(texts.stream().map(Candidate::tree).collect(Collectors.toSet()));
        var oldest = new HashMap<Candidate, Long>();
        for (var text : texts) {
            if (withForks.contains(text.tree()) && exclusion.allowsForksOf(text.tree())) {
                forkFinder
                        .oldest(text.tree(), text.position(), exclusion.at(text.position()))
                        .ifPresent(fork -> oldest.put(text, fork));
            }
        }
        var found = sessions.byId(tenant, number, Set.copyOf(oldest.values()));
        var forks = new HashMap<Candidate, Found>();
        oldest.forEach((text, number) -> {
            var fork = found.get(number);
            if (fork != null && isAllowed(fork.session(), text)) {
                forks.put(text, fork);
            }
        });
        return forks;
    }

    /** True if the search may return the text as a hit of this session: the session is readable and not excluded. */
    private boolean isAllowed(Session session, Candidate text) {
        return readable.test(session) && !exclusion.at(text.position()).contains(session.id());
    }
}
