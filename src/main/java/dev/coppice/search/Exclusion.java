package dev.coppice.search;

import dev.coppice.message.Path;
import dev.coppice.message.Position;
import dev.coppice.session.Session;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The sessions whose messages a search over several sessions leaves out, with exceptions. Immutable.
 *
 * @param sessions database ids of the sessions to leave out
 * @param ownTree database id of the tree of the searching session, in a search for past messages
 *     ({@link Searches#past}); a text of this tree is then never a hit of a fork. Null in other searches.
 * @param compacted in a search for past messages, the rows that are replaced by summaries in the history of the
 *     searching session. The messages of these rows are found although the session is left out. Empty in other
 *     searches.
 */
record Exclusion(Set<Long> sessions, Long ownTree, Path compacted) {
    /**
     * Returns an exclusion that leaves out these sessions. A message of such a session can still be found as a hit of a
     * fork that inherited it.
     */
    static Exclusion of(Collection<Session> sessions) {
        return new Exclusion(sessions.stream().map(Session::id).collect(Collectors.toSet()), null, Path.EMPTY);
    }

    /**
     * Returns the exclusion for a search for past messages. It leaves out all messages that the history of the
     * searching session shows.
     *
     * @param current the session that searches
     * @param compacted the rows that are replaced by summaries in the history of that session; their messages are found
     */
    static Exclusion ofShown(Session current, Path compacted) {
        return new Exclusion(Set.of(current.id()), current.tree(), compacted);
    }

    /**
     * Returns the database ids of the sessions in which a message must not be found. Empty if the message is replaced
     * by a summary in the history of the searching session: the model of that session does not see such a message, and
     * so may search for it.
     *
     * @param message row position of the message
     */
    Set<Long> at(Position message) {
        return compacted.contains(message) ? Set.of() : sessions;
    }

    /**
     * True if texts of a tree may be found as hits of forks that inherited them. False for the tree of the searching
     * session, in a search for past messages.
     *
     * @param tree database id of the tree
     */
    boolean allowsForksOf(long tree) {
        return ownTree == null || ownTree != tree;
    }
}
