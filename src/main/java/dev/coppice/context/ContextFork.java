package dev.coppice.context;

import dev.coppice.message.SessionForking;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Gives a fork its source's prompt as it was frozen, to the byte. Its blocks come with every session made after another. */
@Stateless
public class ContextFork {
    private static final String PROMPT =
            """
            insert into frozen_prompt (session_pk, prompt, changes, created_at)
            select f.id, p.prompt, p.changes, p.created_at from frozen_prompt p join session f on f.id = :fork
            where p.session_pk = :source""";

    @PersistenceContext
    private EntityManager em;

    /** Within the transaction that makes the fork. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void inherit(@Observes SessionForking forking) {
        var source = forking.source();
        var fork = forking.fork();
        em.createNativeQuery(PROMPT)
                .setParameter("source", source.id())
                .setParameter("fork", fork.id())
                .executeUpdate();
        fork.recordPromptTokens(source.promptTokens());
    }
}
