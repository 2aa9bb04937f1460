package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.json.MergePatch;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Keeps the scalar members of sessions' metadata as rows that lists can filter by; their only writer. */
@Stateless
public class SessionLabels {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Settings settings;

    /** Of a new session; 422 {@code invalid} when there are more than {@code coppice.metadata.max-labels}. */
    public void add(Session session) {
        var scalars = MergePatch.scalars(session.metadata());
        if (scalars.size() > settings.metadataMaxLabels()) {
            throw Problem.at(
                    "/metadata",
                    Code.INVALID,
                    "Metadata may have " + settings.metadataMaxLabels() + " members that lists can filter by.");
        }
        scalars.forEach((name, value) -> em.persist(new SessionLabel(session.id(), name, value)));
    }

    /** Of a session with other metadata than before; as {@link #add}. */
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
