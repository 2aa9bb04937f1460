package dev.coppice.search;

import dev.coppice.message.Path;
import dev.coppice.message.Position;
import dev.coppice.message.Sighting;
import dev.coppice.message.Sightings;
import dev.coppice.message.Sightings.Ask;
import dev.coppice.session.Session;
import dev.coppice.session.SessionNumbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Through whose eyes hits are looked at: the last word on whether a candidate is there. */
sealed interface Viewer {
    /** A candidate that is there. */
    record Seen(Candidate candidate, Sighting sighting, SessionNumbers.Found session) {}

    /** Those of some candidates that are there, in their order. */
    List<Seen> see(List<Candidate> candidates);

    private static List<Seen> see(
            Sightings sightings, List<Candidate> candidates, Map<Candidate, SessionNumbers.Found> owners) {
        var asks = new HashMap<Candidate, Ask>();
        owners.forEach((candidate, owner) -> asks.put(candidate, new Ask(owner.session(), candidate.position())));
        var there = sightings.see(asks.values());
        var seen = new ArrayList<Seen>();
        for (var candidate : candidates) {
            var sighting = there.get(asks.get(candidate));
            if (sighting != null && sighting.edit() == candidate.edit()) {
                seen.add(new Seen(candidate, sighting, owners.get(candidate)));
            }
        }
        return seen;
    }

    /** The readers of one session. */
    record OfSession(Sightings sightings, SessionNumbers.Found session, Path path) implements Viewer {
        @Override
        public List<Seen> see(List<Candidate> candidates) {
            var owners = candidates.stream()
                    .filter(candidate -> path == null || path.contains(candidate.position()))
                    .collect(Collectors.toMap(candidate -> candidate, candidate -> session));
            return Viewer.see(sightings, candidates, owners);
        }
    }

    /** The readers of a tenant: each text in the session that it belongs to, and no message twice. For one search. */
    record OfTenant(
            Sightings sightings,
            SessionNumbers sessions,
            String tenant,
            int number,
            Predicate<Session> readable,
            Set<Position> shown)
            implements Viewer {
        OfTenant(Sightings sightings, SessionNumbers sessions, String tenant, int number, Predicate<Session> readable) {
            this(sightings, sessions, tenant, number, readable, new HashSet<>());
        }

        @Override
        public List<Seen> see(List<Candidate> candidates) {
            var numbers = candidates.stream().map(Candidate::session).collect(Collectors.toSet());
            var found = sessions.readAll(tenant, number, numbers);
            found.values().removeIf(owner -> !readable.test(owner.session()));
            var owners = candidates.stream()
                    .filter(candidate -> found.containsKey(candidate.session()))
                    .collect(Collectors.toMap(candidate -> candidate, candidate -> found.get(candidate.session())));
            return Viewer.see(sightings, candidates, owners).stream()
                    .filter(seen -> shown.add(seen.candidate().position()))
                    .toList();
        }
    }
}
