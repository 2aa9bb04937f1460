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

/**
 * Checks in the database which results of a search the searching client may see. The client may be a user's program, or
 * a model that searches with a tool. This check is the last step of a search.
 */
sealed interface HitVisibility {
    /**
     * A result of a search that the client can see.
     *
     * @param candidate the document of the search index
     * @param message the message as the client sees it, with its edits
     * @param session the session that the hit belongs to
     */
    record VisibleHit(Candidate candidate, VisibleMessage message, SessionLookup.Found session) {}

    /**
     * Returns those of the given results that the client can see, in the given order.
     *
     * @param candidates some of the results of the search
     * @param versions all results of the search, grouped by message
     */
    List<VisibleHit> visible(List<Candidate> candidates, MessageVersions versions);

    /**
     * Returns those results whose text is the current text of their message in a session. Leaves out the original text
     * of an updated message, and all texts of messages that the session does not show.
     *
     * @param sessions for each result, the session in which the message is looked up
     * @param messages reads the messages that sessions show
     * @return for each visible result, its message and its session
     */
    private static Map<Candidate, VisibleHit> visibleIn(
            Map<Candidate, SessionLookup.Found> sessions, VisibleMessages messages) {
        var positions = new HashMap<Candidate, SessionPosition>();
        sessions.forEach((candidate, found) ->
                positions.put(candidate, new SessionPosition(found.session(), candidate.position())));
        var current = messages.find(positions.values());
        var visible = new HashMap<Candidate, VisibleHit>();
        positions.forEach((candidate, position) -> {
            var message = current.get(position);
            if (message != null && message.edit() == candidate.edit()) {
                visible.put(candidate, new VisibleHit(candidate, message, sessions.get(candidate)));
            }
        });
        return visible;
    }

    /**
     * Visibility of results in a search within one session.
     *
     * @param messages reads the messages that the session shows
     * @param session the session
     * @param path only messages on this path are visible; null for all messages
     */
    record OfSession(VisibleMessages messages, SessionLookup.Found session, Path path) implements HitVisibility {
        @Override
        public List<VisibleHit> visible(List<Candidate> candidates, MessageVersions versions) {
            var sessions = candidates.stream()
                    .filter(candidate -> path == null || path.contains(candidate.position()))
                    .collect(Collectors.toMap(candidate -> candidate, candidate -> session));
            var visible = visibleIn(sessions, messages);
            return candidates.stream()
                    .filter(visible::containsKey)
                    .map(visible::get)
                    .toList();
        }
    }

    /**
     * Visibility of results in a search over several sessions. A text is a hit of the session in which it was written.
     * If that session does not show the text any more, or if the search leaves that session out, the text is a hit of
     * the oldest fork that inherited it and shows it. If several texts of one message match, only the text of the
     * oldest session is a hit. So no message is a hit twice, not even on different pages.
     *
     * @param messages reads the messages that sessions show
     * @param owners finds the sessions that texts belong to
     */
    record OfTenant(VisibleMessages messages, HitOwners owners) implements HitVisibility {
        @Override
        public List<VisibleHit> visible(List<Candidate> candidates, MessageVersions versions) {
            var visible = attributed(versions.texts(candidates));
            return candidates.stream()
                    .filter(candidate ->
                            visible.containsKey(candidate) && isOldest(candidate, versions.texts(candidate), visible))
                    .map(visible::get)
                    .toList();
        }

        /**
         * True if no other text of the same message belongs to an older session.
         *
         * @param texts all results that are texts of the message
         * @param visible the texts that the client can see, each with its session
         */
        private static boolean isOldest(
                Candidate candidate, List<Candidate> texts, Map<Candidate, VisibleHit> visible) {
            long session = visible.get(candidate).session().session().id();
            return texts.stream()
                    .filter(visible::containsKey)
                    .allMatch(text -> visible.get(text).session().session().id() >= session);
        }

        /** Returns, for each text that the client can see, the message and the session that it belongs to. */
        private Map<Candidate, VisibleHit> attributed(Collection<Candidate> texts) {
            var visible = visibleIn(owners.owners(texts), messages);
            var others = texts.stream()
                    .filter(text -> !visible.containsKey(text) && !text.edit())
                    .toList();
            visible.putAll(visibleIn(owners.forks(others), messages));
            return visible;
        }
    }
}
