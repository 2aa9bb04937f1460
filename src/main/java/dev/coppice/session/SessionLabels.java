package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.json.MergePatch;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/**
 * Stores the scalar members of sessions' metadata as rows called labels, by which lists of sessions are filtered. Only
 * this class writes these rows.
 */
@Stateless
public class SessionLabels {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Settings settings;

    /**
     * Stores the labels of a session that has no stored labels yet: one row for each scalar member of its metadata.
     * Throws 422 {@code invalid} if its metadata has more than {@code coppice.metadata.max-labels} scalar members.
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
     * metadata has more than {@code coppice.metadata.max-labels} scalar members.
     */
    public void replace(Session session) {
        remove(session);
        add(session);
    }

    public void remove(Session session) {
        em.createQuery("delete from SessionLabel l where l.key.session = :session")
                .setParameter("session", session.id())
                .executeUpdate();
    }
}
