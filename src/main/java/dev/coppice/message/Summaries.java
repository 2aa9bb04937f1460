package dev.coppice.message;

import dev.coppice.Problem;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;

/**
 * Finds summaries by the ids that they have in histories, such as {@code compaction_5f0c…}. Takes no lock. Methods
 * throw 404 {@code session-not-found} if the session does not exist, 404 {@code message-not-found} if it has no summary
 * with the id.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Summaries {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    /** Returns a summary as histories contain it: a message as JSON. */
    public byte[] message(SessionName name, String id) {
        var session = sessions.read(name);
        var span = new OverlayReader(em, session, new TreeReader(em, session))
                .find(id)
                .orElseThrow(Problem::noMessage);
        return OverlayReader.summaryMessages(em, List.of(span.number())).values().stream()
                .findFirst()
                .orElseThrow(Problem::noMessage);
    }

    /**
     * Returns the id of the last message that a summary replaces. If this message was deleted, returns the id of the
     * nearest message above that is not deleted. Throws 404 {@code message-not-found} if there is none.
     */
    public String lastMessage(SessionName name, String id) {
        var session = sessions.read(name);
        var reader = new TreeReader(em, session);
        return new OverlayReader(em, session, reader)
                .find(id)
                .flatMap(span -> reader.liveAtOrAbove(span.to()))
                .orElseThrow(Problem::noMessage)
                .id();
    }
}
