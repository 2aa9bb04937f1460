package dev.coppice.context;

import dev.coppice.agent.BlockScope;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads what the database stores of the context blocks of sessions, for an export: declarations, contents with the owners
 * that share them, and the frozen prompt. Contents that other providers keep, for example an object store, are not read.
 * Methods throw 404 {@code session-not-found} if the session does not exist.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class ContextExport {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    /**
     * A difference between the blocks of a session and those that its agent declares.
     *
     * @param position place among the added blocks
     * @param spec declaration of the added block as JSON; null if the session hides the agent's block
     */
    public record Declaration(String label, int position, byte[] spec) {}

    public List<Declaration> declarations(SessionName name) {
        return BlockOverride.of(em, sessions.read(name)).stream()
                .map(block -> new Declaration(
                        block.label(),
                        block.position(),
                        block.isHidden() ? null : block.spec().toStoredBytes()))
                .toList();
    }

    /** Returns the owners of the contents that the session's blocks may have: the session, its user, agent and tenant. */
    public List<BlockOwnerKey> owners(SessionName name) {
        var session = sessions.read(name);
        return Arrays.stream(BlockScope.values())
                .map(scope -> BlockOwnerKey.of(session, scope))
                .filter(BlockOwnerKey::exists)
                .toList();
    }

    /**
     * The label of a stored block.
     *
     * @param texts number of the versions of its text; 0 if it has entries
     */
    public record Label(String label, Long texts) {}

    /** Returns the labels of the blocks that an owner has stored, in ascending order. */
    public List<Label> labels(BlockOwnerKey owner) {
        return em.createQuery(
                        """
                        select b.label, (select count(v) from TextVersion v where v.key.block = b.id)
                        from BlockOwner o join StoredBlock b on b.owner = o.id
                        where o.tenant = :tenant and o.scope = :scope and o.name = :name order by b.label""",
                        Label.class)
                .setParameter("tenant", owner.tenant())
                .setParameter("scope", owner.scope().word())
                .setParameter("name", owner.name())
                .getResultList();
    }

    /**
     * The frozen prompt of a session.
     *
     * @param tokens number of its tokens
     * @param current true if nothing was changed since it was rendered
     */
    public record FrozenText(String text, long tokens, boolean current) {}

    /** Returns the frozen prompt; empty if none is frozen. */
    public Optional<FrozenText> prompt(SessionName name) {
        var session = sessions.read(name);
        var state = PromptState.of(em, session);
        return state.frozen() == null
                ? Optional.empty()
                : Optional.of(new FrozenText(state.prompt(), session.promptTokens(), state.isUnchanged()));
    }
}
