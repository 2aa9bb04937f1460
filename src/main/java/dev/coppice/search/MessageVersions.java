package dev.coppice.search;

import dev.coppice.message.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * The results of a search, grouped by message. A message may have several matching texts: the original one, and those
 * of edits (updates) in different sessions. Immutable.
 *
 * @param several for each message with more than one matching text, all of these texts, by the message's row position
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

    /**
     * Returns all results of the search that are texts of the same message as {@code candidate}, including the
     * candidate.
     */
    List<Candidate> texts(Candidate candidate) {
        return several.getOrDefault(candidate.position(), List.of(candidate));
    }

    /**
     * Returns all results of the search that are texts of the messages of {@code candidates}, including the candidates.
     */
    Collection<Candidate> texts(Collection<Candidate> candidates) {
        var all = new LinkedHashSet<Candidate>();
        candidates.forEach(candidate -> all.addAll(texts(candidate)));
        return all;
    }
}
