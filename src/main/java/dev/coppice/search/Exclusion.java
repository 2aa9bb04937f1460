package dev.coppice.search;

import dev.coppice.message.Path;
import dev.coppice.message.Position;
import dev.coppice.session.Session;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The sessions whose hits a search over sessions does not return. Immutable.
 *
 * @param sessions row ids of the excluded sessions
 * @param ownTree tree of the session for which past messages are searched: its texts are hits of that session only, not
 *     of its forks. Null in other searches
 * @param compacted rows of that session that are found although it is excluded, because summaries replace them; empty
 *     in other searches
 */
record Exclusion(Set<Long> sessions, Long ownTree, Path compacted) {
    /** Returns the exclusion of these sessions. Forks still return the messages that they inherited from them. */
    static Exclusion of(Collection<Session> sessions) {
        return new Exclusion(sessions.stream().map(Session::id).collect(Collectors.toSet()), null, Path.EMPTY);
    }

    /**
     * Returns the exclusion of everything that the history of a session shows.
     *
     * @param current the session
     * @param compacted the rows that summaries replace in its history
     */
    static Exclusion ofShown(Session current, Path compacted) {
        return new Exclusion(Set.of(current.id()), current.tree(), compacted);
    }

    /**
     * Returns the row ids of the sessions in which a message must not be a hit.
     *
     * @param message position of the message
     */
    Set<Long> at(Position message) {
        return compacted.contains(message) ? Set.of() : sessions;
    }

    /** True if forks may return the texts of a tree. */
    boolean allowsForksOf(long tree) {
        return ownTree == null || ownTree != tree;
    }
}
