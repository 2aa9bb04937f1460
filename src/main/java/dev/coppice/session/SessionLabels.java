package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.json.MergePatch;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stores the labels of sessions, by which lists of sessions are filtered. A label is a top-level member of a session's
 * metadata that is a string, number or boolean. Only this class writes the rows of labels.
 */
@Stateless
public class SessionLabels {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Settings settings;

    /**
     * Stores the labels of a session that has no stored labels yet: one row for each label in its metadata. Throws 422
     * {@code invalid} if there are more than {@code coppice.metadata.max-labels}.
     */
    public void add(Session session) {
        var scalars = MergePatch.scalars(session.metadata());
        if (scalars.size() > settings.metadataMaxLabels()) {
            throw Problem.at(
                    "/metadata",
                    Code.INVALID,
                    "Metadata must not have more than " + settings.metadataMaxLabels() + " scalar members.");
        }
        scalars.forEach((name, value) -> em.persist(new SessionLabel(session.id(), name, value)));
    }

    /**
     * Replaces the stored labels of a session after its metadata has changed. Throws 422 {@code invalid} if the
     * metadata has more than {@code coppice.metadata.max-labels} labels.
     */
    public void replace(Session session) {
        remove(session);
        add(session);
    }

    /**
     * Returns those of the given sessions that have all the given labels.
     *
     * @param sessions database ids of the sessions' rows
     * @param metadata the labels: the value as text, by the member's name; empty to return all given sessions
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Set<Long> matching(Collection<Long> sessions, Map<String, String> metadata) {
        var matching = new HashSet<>(sessions);
        metadata.forEach((name, value) -> {
            if (!matching.isEmpty()) {
                var labelled = em.createQuery(
                                """
                                select l.key.session from SessionLabel l
                                where l.key.session in :sessions and l.key.label = :label""",
                                Long.class)
                        .setParameter("sessions", List.copyOf(matching))
                        .setParameter("label", SessionLabel.hash(name, value))
                        .getResultList();
                matching.retainAll(labelled);
            }
        });
        return matching;
    }

    /** Deletes all stored labels of a session. */
    public void remove(Session session) {
        em.createQuery("delete from SessionLabel l where l.key.session = :session")
                .setParameter("session", session.id())
                .executeUpdate();
    }
}
