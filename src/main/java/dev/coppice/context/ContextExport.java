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
 * Reads from the database what an export needs to know about the context of sessions: the declarations of blocks, the
 * owners of contents, the labels of the blocks whose contents are stored, and the frozen prompt. Does not read the
 * contents; {@link StoredBlocks} does. Contents outside the database, for example in an object store, are left out.
 * Methods that take a session's name throw 404 {@code session-not-found} if the session does not exist.
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
     * @param label label of the block
     * @param position sort key among the added blocks, ascending; without meaning for a removed block
     * @param spec declaration of the added block as JSON; null if the agent's block is removed from the session
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

    /**
     * Returns the possible owners of the contents of the session's blocks: the session, its user, its agent and its
     * tenant. Leaves out the user or the agent if the session has none.
     */
    public List<BlockOwnerKey> owners(SessionName name) {
        var session = sessions.read(name);
        return Arrays.stream(BlockScope.values())
                .map(scope -> BlockOwnerKey.of(session, scope))
                .filter(BlockOwnerKey::exists)
                .toList();
    }

    /**
     * A block whose content the database stores.
     *
     * @param label name of the block
     * @param texts number of stored versions of the block's text; 0 if the block has entries
     */
    public record Label(String label, Long texts) {}

    /** Returns the blocks whose content is stored for an owner, sorted by label. */
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
     * @param text the prompt
     * @param tokens number of its tokens
     * @param current true if no declaration and no stored content of a block has changed since the prompt was rendered;
     *     changes of contents outside the database are not noticed
     */
    public record FrozenText(String text, long tokens, boolean current) {}

    /** Returns the frozen prompt of a session; empty if no prompt is frozen yet. */
    public Optional<FrozenText> prompt(SessionName name) {
        var session = sessions.read(name);
        var state = PromptState.of(em, session);
        return state.frozen() == null
                ? Optional.empty()
                : Optional.of(new FrozenText(state.prompt(), session.promptTokens(), state.isUnchanged()));
    }
}
