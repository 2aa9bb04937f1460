package dev.coppice.context;

import dev.coppice.agent.SharedBy;
import dev.coppice.message.SessionForking;
import dev.coppice.session.Session;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;

/**
 * Gives a fork the blocks of its source: those that the source added or removed, the content that it has to itself with
 * its versions and entries, and the prompt as it was frozen, to the byte. Copied within the database, in a fixed number
 * of statements; what others share is shared on.
 */
@Stateless
public class ContextFork {
    private static final String BLOCKS =
            """
            insert into session_block (session_pk, label, position, body)
            select f.id, b.label, b.position, b.body from session_block b join session f on f.id = :fork
            where b.session_pk = :source""";

    private static final String PROMPT =
            """
            insert into frozen_prompt (session_pk, prompt, changes, created_at)
            select f.id, p.prompt, p.changes, p.created_at from frozen_prompt p join session f on f.id = :fork
            where p.session_pk = :source""";

    private static final String STORES =
            """
            insert into context_store (owner_id, label, version, content, created_at, updated_at)
            select f.id, s.label, s.version, s.content, s.created_at, s.updated_at
            from context_store s join context_owner f on f.id = :fork where s.owner_id = :source""";

    /** Each store of the source beside its copy. */
    private static final String COPIES =
            """
             join context_store s on s.id = r.store_id and s.owner_id = :source
            join context_store f on f.owner_id = :fork and f.label = s.label""";

    private static final String VERSIONS =
            """
            insert into context_version (store_id, version, content, bytes, created_at)
            select f.id, r.version, r.content, r.bytes, r.created_at from context_version r"""
                    + COPIES;

    private static final String ENTRIES =
            """
            insert into context_entry (store_id, tenant_id, session_pk, entry_key, title, description, content, bytes,
            version, created_at, updated_at)
            select f.id, r.tenant_id, n.id, r.entry_key, r.title, r.description, r.content, r.bytes,
            r.version, r.created_at, r.updated_at from context_entry r"""
                    + COPIES
                    + " join session n on n.id = :session";

    @PersistenceContext
    private EntityManager em;

    /** Within the transaction that makes the fork: whoever writes what the source has to itself holds the source's row. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void inherit(@Observes SessionForking forking) {
        var source = forking.source();
        var fork = forking.fork();
        copy(BLOCKS, source.id(), fork.id()).executeUpdate();
        copy(PROMPT, source.id(), fork.id()).executeUpdate();
        fork.prompted(source.promptTokens());
        content(source, fork);
    }

    private void content(Session source, Session fork) {
        em.createQuery(
                        "select o from ContextOwner o where o.tenant = :tenant and o.scope = :scope and o.name = :name",
                        ContextOwner.class)
                .setParameter("tenant", source.tenant())
                .setParameter("scope", SharedBy.SESSION.word())
                .setParameter("name", Long.toString(source.id()))
                .getResultList()
                .forEach(owner -> {
                    var heir = owner.heir(Owner.of(fork, SharedBy.SESSION));
                    em.persist(heir);
                    copy(STORES, owner.id(), heir.id()).executeUpdate();
                    copy(VERSIONS, owner.id(), heir.id()).executeUpdate();
                    copy(ENTRIES, owner.id(), heir.id())
                            .setParameter("session", fork.id())
                            .executeUpdate();
                });
    }

    private Query copy(String statement, long source, long fork) {
        return em.createNativeQuery(statement).setParameter("source", source).setParameter("fork", fork);
    }
}
