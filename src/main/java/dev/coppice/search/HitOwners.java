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
 * The sessions of a tenant that may tell what was found. For one search.
 *
 * @param without numbers of sessions that do not
 */
record HitOwners(
        SessionLookup sessions,
        ForkFinder inheritors,
        String tenant,
        int number,
        Predicate<Session> readable,
        Set<Long> without) {
    /** The sessions that some texts belong to; none for those of sessions that are gone. */
    Map<Candidate, Found> owners(Collection<Candidate> texts) {
        var trees = texts.stream().map(Candidate::tree).collect(Collectors.toSet());
        var found = sessions.byTree(tenant, number, trees);
        var owners = new HashMap<Candidate, Found>();
        for (var text : texts) {
            var owner = found.get(text.tree());
            if (owner != null && isWanted(owner.session())) {
                owners.put(text, owner);
            }
        }
        return owners;
    }

    /** The oldest of the sessions that inherited some texts and have them as they were written. */
    Map<Candidate, Found> heirs(Collection<Candidate> texts) {
        var withForks = inheritors.withForks(texts.stream().map(Candidate::tree).collect(Collectors.toSet()));
        var oldest = new HashMap<Candidate, Long>();
        for (var text : texts) {
            if (!withForks.contains(text.tree())) {
                continue;
            }
            inheritors.oldest(text.tree(), text.position(), without).ifPresent(heir -> oldest.put(text, heir));
        }
        var found = sessions.byId(tenant, number, Set.copyOf(oldest.values()));
        var heirs = new HashMap<Candidate, Found>();
        oldest.forEach((text, number) -> {
            var heir = found.get(number);
            if (heir != null && isWanted(heir.session())) {
                heirs.put(text, heir);
            }
        });
        return heirs;
    }

    private boolean isWanted(Session session) {
        return readable.test(session) && !without.contains(session.id());
    }
}
