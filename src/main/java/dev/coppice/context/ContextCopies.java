package dev.coppice.context;

import dev.coppice.agent.BlockScope;
import dev.coppice.session.Session;
import dev.coppice.session.SessionCopied;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Map;

/**
 * Copies the context of a session when a fork of it is created, or when a split creates the session that continues it.
 * The first session is called the source session. The new session gets the block declarations, and those contents that
 * only the source session owns: texts with their versions, and entries. A fork also gets the frozen system prompt, byte
 * for byte. Contents that the sessions of a user, an agent or a tenant share are not copied. The copying runs in the
 * transaction that creates the session, by SQL statements that copy rows inside the database.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
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

    private static final String PROMPT =
            """
            insert into frozen_prompt (session_pk, prompt, changes, created_at)
            select f.id, p.prompt, p.changes, p.created_at from frozen_prompt p join session f on f.id = :copy
            where p.session_pk = :source""";

    private static final String OWNED =
            """
            select (select count(*) from BlockOverride b where b.key.session = s.id),
            (select o.id from BlockOwner o where o.tenant = s.tenant and o.scope = :scope and o.name = :name),
            (select count(*) from FrozenPrompt p where p.session = s.id)
            from Session s where s.id = :source""";

    @PersistenceContext
    private EntityManager em;

    /**
     * What the source session of a copy owns.
     *
     * @param blocks number of its block declarations
     * @param owner id of the {@link BlockOwner} of its own contents; null if the session has no such contents
     * @param prompts 1 if the session has a frozen system prompt, otherwise 0
     */
    record Owned(Long blocks, Long owner, Long prompts) {}

    /**
     * Copies the context of a session to a new session: its own declarations of blocks, the contents that it owns, and
     * for a fork the frozen prompt. One query first finds out whether there is anything to copy, because most sessions
     * own nothing.
     */
    public void copy(@Observes SessionCopied copied) {
        var source = copied.source();
        var own = BlockOwnerKey.of(source, BlockScope.SESSION);
        var owned = em.createQuery(OWNED, Owned.class)
                .setParameter("source", source.id())
                .setParameter("scope", own.scope().word())
                .setParameter("name", own.name())
                .getSingleResult();
        var ids = Map.of("copy", copied.copy().id(), "source", source.id());
        if (owned.blocks() > 0) {
            run(BLOCKS, ids);
        }
        if (owned.owner() != null) {
            copyContents(em.find(BlockOwner.class, owned.owner()), copied.copy());
        }
        if (owned.prompts() > 0 && copied.isFork()) {
            run(PROMPT, ids);
        }
    }

    private void copyContents(BlockOwner source, Session copy) {
        var owner = source.copyFor(BlockOwnerKey.of(copy, BlockScope.SESSION));
        em.persist(owner);
        em.flush();
        var owners = Map.of("copy", owner.id(), "source", source.id());
        run(STORES, owners);
        run(VERSIONS, owners);
        run(ENTRIES, Map.of("copy", owner.id(), "source", source.id(), "session", copy.id()));
    }

    private void run(String statement, Map<String, Long> parameters) {
        var query = em.createNativeQuery(statement);
        parameters.forEach(query::setParameter);
        query.executeUpdate();
    }
}
