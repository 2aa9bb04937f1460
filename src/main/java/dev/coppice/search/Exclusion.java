package dev.coppice.search;

import dev.coppice.message.Path;
import dev.coppice.message.Position;
import dev.coppice.session.Session;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The sessions whose hits a search over sessions does not return, with exceptions. Immutable.
 *
 * @param sessions database ids of the excluded sessions
 * @param ownTree in a search for past messages, the tree of the session that searches: its texts are hits of that
 *     session only, not of its forks; null in other searches
 * @param compacted in a search for past messages, the rows of the session that searches which are found although it is
 *     excluded, because summaries replace them in its history; empty in other searches
 */
record Exclusion(Set<Long> sessions, Long ownTree, Path compacted) {
    /**
     * Returns the exclusion of these sessions. Messages that forks inherited from them can still be hits of the forks.
     */
    static Exclusion of(Collection<Session> sessions) {
        return new Exclusion(sessions.stream().map(Session::id).collect(Collectors.toSet()), null, Path.EMPTY);
    }

    /**
     * Returns the exclusion of everything that the history of a session shows.
     *
     * @param current the session that searches
     * @param compacted the rows that summaries replace in its history
     */
    static Exclusion ofShown(Session current, Path compacted) {
        return new Exclusion(Set.of(current.id()), current.tree(), compacted);
    }

    /**
     * Returns the database ids of the sessions of which a message must not be a hit.
     *
     * @param message row position of the message
     */
    Set<Long> at(Position message) {
        return compacted.contains(message) ? Set.of() : sessions;
    }

    /** True if the texts of a tree may be hits of forks. */
    boolean allowsForksOf(long tree) {
        return ownTree == null || ownTree != tree;
    }
}
