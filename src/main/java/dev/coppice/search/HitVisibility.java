package dev.coppice.search;

import dev.coppice.message.Path;
import dev.coppice.message.VisibleMessage;
import dev.coppice.message.VisibleMessages;
import dev.coppice.message.VisibleMessages.SessionPosition;
import dev.coppice.session.SessionLookup;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Through whose eyes hits are looked at: the last word on whether a candidate is there. */
sealed interface HitVisibility {
    /** A candidate that is there. */
    record Seen(Candidate candidate, VisibleMessage sighting, SessionLookup.Found session) {}

    /**
     * Those of some candidates that are there, in their order.
     *
     * @param all that match, these included
     */
    List<Seen> see(List<Candidate> candidates, MessageVersions all);

    private static Map<Candidate, Seen> look(VisibleMessages sightings, Map<Candidate, SessionLookup.Found> readers) {
        var asks = new HashMap<Candidate, SessionPosition>();
        readers.forEach((candidate, reader) ->
                asks.put(candidate, new SessionPosition(reader.session(), candidate.position())));
        var there = sightings.find(asks.values());
        var seen = new HashMap<Candidate, Seen>();
        asks.forEach((candidate, ask) -> {
            var sighting = there.get(ask);
            if (sighting != null && sighting.edit() == candidate.edit()) {
                seen.put(candidate, new Seen(candidate, sighting, readers.get(candidate)));
            }
        });
        return seen;
    }

    /** The readers of one session. */
    record OfSession(VisibleMessages sightings, SessionLookup.Found session, Path path) implements HitVisibility {
        @Override
        public List<Seen> see(List<Candidate> candidates, MessageVersions all) {
            var readers = candidates.stream()
                    .filter(candidate -> path == null || path.contains(candidate.position()))
                    .collect(Collectors.toMap(candidate -> candidate, candidate -> session));
            var seen = look(sightings, readers);
            return candidates.stream().filter(seen::containsKey).map(seen::get).toList();
        }
    }

    /**
     * The readers of a tenant. A text is told by the session that it belongs to; when that one does not show it any more,
     * by the oldest of those that inherited it and do. Of a message with several texts that match, the one is told that
     * the oldest of their sessions shows: so no message is told twice, on whichever pages its texts would come.
     */
    record OfTenant(VisibleMessages sightings, HitOwners tellers) implements HitVisibility {
        @Override
        public List<Seen> see(List<Candidate> candidates, MessageVersions all) {
            var seen = tell(all.texts(candidates));
            return candidates.stream()
                    .filter(candidate -> seen.containsKey(candidate) && isFirst(candidate, all.texts(candidate), seen))
                    .map(seen::get)
                    .toList();
        }

        private static boolean isFirst(Candidate candidate, List<Candidate> texts, Map<Candidate, Seen> seen) {
            long teller = seen.get(candidate).session().session().id();
            return texts.stream()
                    .filter(seen::containsKey)
                    .allMatch(text -> seen.get(text).session().session().id() >= teller);
        }

        private Map<Candidate, Seen> tell(Collection<Candidate> texts) {
            var seen = look(sightings, tellers.owners(texts));
            var unseen = texts.stream()
                    .filter(text -> !seen.containsKey(text) && !text.edit())
                    .toList();
            seen.putAll(look(sightings, tellers.heirs(unseen)));
            return seen;
        }
    }
}
