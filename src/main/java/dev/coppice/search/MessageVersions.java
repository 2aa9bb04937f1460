package dev.coppice.search;

import dev.coppice.message.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * The texts of messages that match in more than one: as it was written, and as the sessions that read it have changed it.
 * Immutable.
 */
record MessageVersions(Map<Position, List<Candidate>> several) {
    static MessageVersions of(List<Candidate> candidates) {
        var first = new HashMap<Position, Candidate>();
        var several = new HashMap<Position, List<Candidate>>();
        for (var candidate : candidates) {
            var at = candidate.position();
            var other = first.putIfAbsent(at, candidate);
            if (other != null) {
                several.computeIfAbsent(at, p -> new ArrayList<>(List.of(other)))
                        .add(candidate);
            }
        }
        return new MessageVersions(several);
    }

    /** All that match of the message that a candidate is a text of. */
    List<Candidate> texts(Candidate candidate) {
        return several.getOrDefault(candidate.position(), List.of(candidate));
    }

    /** Some candidates, and all that match of their messages. */
    Collection<Candidate> texts(Collection<Candidate> candidates) {
        var all = new LinkedHashSet<Candidate>();
        candidates.forEach(candidate -> all.addAll(texts(candidate)));
        return all;
    }
}
