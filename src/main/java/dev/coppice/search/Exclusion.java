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
 * @param ownTree in a search for past messages ({@link Searches#past}), the database id of the tree of the searching
 *     session: a text of this tree is never a hit of a fork; null in other searches
 * @param compacted in a search for past messages, the rows that summaries replace in the searching session's history:
 *     their messages are found although the session is left out; empty in other searches
 */
record Exclusion(Set<Long> sessions, Long ownTree, Path compacted) {
    /**
     * Returns an exclusion of these sessions. Messages that forks inherited from them can still be hits, as messages of
     * the forks.
     */
    static Exclusion of(Collection<Session> sessions) {
        return new Exclusion(sessions.stream().map(Session::id).collect(Collectors.toSet()), null, Path.EMPTY);
    }

    /**
     * Returns the exclusion for a search for past messages: leaves out all messages that the history of the searching
     * session shows.
     *
     * @param current the session that searches
     * @param compacted the rows that summaries replace in its history; their messages are found
     */
    static Exclusion ofShown(Session current, Path compacted) {
        return new Exclusion(Set.of(current.id()), current.tree(), compacted);
    }

    /**
     * Returns the database ids of the sessions whose hit a message must not be. Empty if a summary replaces the message
     * in the searching session's history, because the model does not see such a message and may search for it.
     *
     * @param message row position of the message
     */
    Set<Long> at(Position message) {
        return compacted.contains(message) ? Set.of() : sessions;
    }

    /**
     * True if texts of a tree may be hits of forks that inherited them. False only for the tree of the searching
     * session in a search for past messages.
     *
     * @param tree database id of the tree
     */
    boolean allowsForksOf(long tree) {
        return ownTree == null || ownTree != tree;
    }
}
