package dev.coppice.search;

import dev.coppice.message.Path;
import dev.coppice.message.Position;
import dev.coppice.session.Session;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The sessions that a search leaves out, with exceptions. Used in a search over several sessions. Immutable.
 *
 * @param sessions database ids of the sessions to leave out
 * @param ownTree in a search for past messages, the tree of the session that searches, because a text of this tree may
 *     only be a hit of that session, not of its forks; null in other searches
 * @param compacted in a search for past messages, those rows of the session that searches that summaries replace in its
 *     history, and that are found although the session is left out; empty in other searches
 */
record Exclusion(Set<Long> sessions, Long ownTree, Path compacted) {
    /**
     * Leaves these sessions out of a search. Messages that forks inherited from them can still be hits of the forks.
     */
    static Exclusion of(Collection<Session> sessions) {
        return new Exclusion(sessions.stream().map(Session::id).collect(Collectors.toSet()), null, Path.EMPTY);
    }

    /**
     * Leaves everything out of a search that the history of a session shows.
     *
     * @param current the session that searches
     * @param compacted the rows that summaries replace in its history; these are found
     */
    static Exclusion ofShown(Session current, Path compacted) {
        return new Exclusion(Set.of(current.id()), current.tree(), compacted);
    }

    /**
     * Returns the sessions that a message must not be a hit of, by their database ids.
     *
     * @param message row position of the message
     */
    Set<Long> at(Position message) {
        return compacted.contains(message) ? Set.of() : sessions;
    }

    /**
     * True if texts of a tree may be hits of forks that inherited them.
     *
     * @param tree database id of the tree
     */
    boolean allowsForksOf(long tree) {
        return ownTree == null || ownTree != tree;
    }
}
