package dev.coppice.context;

import dev.coppice.agent.BlockScope;
import dev.coppice.session.SessionCopied;
import jakarta.ejb.Stateless;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Map;

/**
 * Gives a session that was made after another one the same blocks, and a copy of what that one has for itself in them:
 * texts with their versions, and entries. What others share both sessions show anyway. The database copies by itself.
 */
@Stateless
public class ContextCopies {
    private static final String BLOCKS =
            """
            insert into session_block (session_pk, label, position, body)
            select c.id, b.label, b.position, b.body from session_block b join session c on c.id = :copy
            where b.session_pk = :source""";

    private static final String STORES =
            """
            insert into context_store (owner_id, label, version, content, created_at, updated_at)
            select n.id, s.label, s.version, s.content, s.created_at, s.updated_at
            from context_store s join context_owner n on n.id = :copy where s.owner_id = :source""";

    private static final String VERSIONS =
            """
            insert into context_version (store_id, version, content, bytes, created_at)
            select n.id, v.version, v.content, v.bytes, v.created_at
            from context_store s join context_store n on n.owner_id = :copy and n.label = s.label
            join context_version v on v.store_id = s.id where s.owner_id = :source""";

    private static final String ENTRIES =
            """
            insert into context_entry (store_id, tenant_id, session_pk, entry_key, title, description, content, bytes,
            version, created_at, updated_at)
            select n.id, e.tenant_id, c.id, e.entry_key, e.title, e.description, e.content, e.bytes,
            e.version, e.created_at, e.updated_at
            from context_store s join context_store n on n.owner_id = :copy and n.label = s.label
            join context_entry e on e.store_id = s.id join session c on c.id = :session where s.owner_id = :source""";

    @PersistenceContext
    private EntityManager em;

    /** Within the transaction that makes the session. */
    public void copy(@Observes SessionCopied copied) {
        long copy = copied.copy().id();
        run(BLOCKS, Map.of("copy", copy, "source", copied.source().id()));
        var owner = em
                .createQuery(
                        """
                        select o from ContextOwner o
                        where o.tenant = :tenant and o.scope = :scope and o.name = :name""",
                        ContextOwner.class)
                .setParameter("tenant", copied.source().tenant())
                .setParameter("scope", BlockScope.SESSION.word())
                .setParameter("name", Long.toString(copied.source().id()))
                .getResultList()
                .stream()
                .findFirst();
        if (owner.isPresent()) {
            var fresh = owner.get().copyFor(ContentOwner.of(copied.copy(), BlockScope.SESSION));
            em.persist(fresh);
            em.flush();
            var owners = Map.of("copy", fresh.id(), "source", owner.get().id());
            run(STORES, owners);
            run(VERSIONS, owners);
            run(ENTRIES, Map.of("copy", fresh.id(), "source", owner.get().id(), "session", copy));
        }
    }

    private void run(String statement, Map<String, Long> parameters) {
        var query = em.createNativeQuery(statement);
        parameters.forEach(query::setParameter);
        query.executeUpdate();
    }
}
