package dev.coppice.context;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.Tenants;
import dev.coppice.agent.BlockScope;
import dev.coppice.agent.BlockSpec;
import dev.coppice.api.Precondition;
import dev.coppice.context.ContextExport.Declaration;
import dev.coppice.context.ContextExport.FrozenText;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;

/**
 * Stores context blocks that {@link ContextExport} has read from another database. Never changes data that is already
 * stored. Each method that stores returns true if it has stored its argument, false if such data was already stored. It
 * throws 404 {@code session-not-found} if the session does not exist.
 */
@Stateless
public class ContextImport {
    /**
     * Used as the fingerprint ({@link PromptState#fingerprint}) of an imported prompt that is outdated: its blocks have
     * changed since it was rendered. The blocks of this database never have this fingerprint, so the imported prompt is
     * recognized as outdated.
     */
    private static final long CHANGED = Long.MIN_VALUE;

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private Tenants tenants;

    @Inject
    private StoredBlocks storedBlocks;

    @Inject
    private ContextSettings settings;

    @Inject
    private Event<SessionChange> changes;

    /**
     * Stores a difference between the blocks of the session and those of its agent: an added block, or the removal of a
     * block of the agent. Returns false if a difference is already stored for this label. Throws 422 {@code invalid-id}
     * if the label is invalid, 422 {@code invalid} if the block itself has another label, and the errors of
     * {@link BlockSpec#of}.
     */
    public boolean declare(SessionName name, Declaration declaration) {
        var session = sessions.lock(name, Precondition.NONE);
        Ids.check(declaration.label(), "/declaration/label");
        if (BlockOverride.find(em, session, declaration.label()).isPresent()) {
            return false;
        }
        var row = new BlockOverride(session.id(), declaration.label());
        if (declaration.spec() != null) {
            var spec = BlockSpec.of(declaration.spec());
            if (!spec.label().equals(declaration.label())) {
                throw Problem.at(
                        "/declaration/block/label",
                        Code.INVALID,
                        "The label of the block differs from the label of the declaration.");
            }
            row.add(spec, declaration.position());
        }
        em.persist(row);
        return true;
    }

    /**
     * Names the owner of an imported content. The owner is in the tenant of the session that is imported.
     *
     * @param scope which sessions share the content
     * @param name id of the user or name of the agent; ignored for a session or a tenant
     */
    public record Owner(BlockScope scope, String name) {
        /** Creates an owner. Throws 422 {@code invalid-id} if a user or an agent has no valid name. */
        public Owner {
            if (scope == BlockScope.USER || scope == BlockScope.AGENT) {
                Ids.check(name == null ? "" : name, "/owner");
            }
        }

        BlockOwnerKey of(Session session) {
            return scope == BlockScope.SESSION ? BlockOwnerKey.of(session, scope) : shared(session.tenant());
        }

        /** Returns the owner of a content that sessions of this tenant share; the scope must not be the session. */
        BlockOwnerKey shared(int tenant) {
            return new BlockOwnerKey(tenant, scope, scope == BlockScope.TENANT ? "" : name, null);
        }
    }

    /**
     * True if {@link #addText} would store no text, because something is already stored for the block. No session needs
     * to exist. Throws 422 {@code invalid-id} if the label is invalid.
     *
     * @param owner the user, agent or tenant that shares the content; not a session
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public boolean hasText(String tenant, Owner owner, String label) {
        Ids.check(label, "/label");
        return tenants.find(tenant)
                .flatMap(number -> storedBlocks.id(owner.shared(number), label))
                .isPresent();
    }

    /**
     * True if the block already has an entry with this key. No session needs to exist. Throws 422 {@code invalid-id} if
     * the label is invalid.
     *
     * @param owner the user, agent or tenant that shares the content; not a session
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public boolean hasEntry(String tenant, Owner owner, String label, String key) {
        Ids.check(label, "/label");
        return tenants.find(tenant)
                .flatMap(number -> storedBlocks.entry(owner.shared(number), label, key))
                .isPresent();
    }

    /**
     * Stores the text of a block and returns true. Returns false if something is already stored for the block. Throws
     * 413 {@code too-large} if the text has more than {@code coppice.context.max-bytes} bytes of UTF-8, 422
     * {@code invalid-id} if the label is invalid.
     */
    public boolean addText(SessionName name, Owner owner, String label, String text) {
        var session = sessions.lock(name, Precondition.NONE);
        Ids.check(label, "/label");
        SessionBlocks.checkBytes(text, settings.maxBytes());
        var key = owner.of(session);
        if (storedBlocks.id(key, label).isPresent()) {
            return false;
        }
        storedBlocks.write(key, label, text);
        fire(session, new BlockWritten(name, label, null, null));
        return true;
    }

    /**
     * Stores an entry of a block and returns true. Returns false if the block already has an entry with this key.
     * Throws 413 {@code too-large} if the content has more than {@code coppice.context.max-bytes} bytes of UTF-8, 422
     * {@code invalid-id} if the label or the key is invalid, 422 {@code invalid} if title or description is too long,
     * or contains U+0000 or a lone surrogate.
     */
    public boolean addEntry(SessionName name, Owner owner, String label, BlockEntry entry) {
        var session = sessions.lock(name, Precondition.NONE);
        Ids.check(label, "/label");
        BlockEntries.check(entry, settings.maxBytes());
        var key = owner.of(session);
        if (storedBlocks.entry(key, label, entry.key()).isPresent()) {
            return false;
        }
        var put = storedBlocks.put(key, label, entry, Precondition.NONE);
        fire(session, new BlockWritten(name, label, entry.key(), put.entry().id()));
        return true;
    }

    /**
     * Stores the frozen prompt of a session and returns true. Returns false if the session already has a frozen prompt.
     * The session must already have its final agent, because the stored fingerprint depends on the agent's version.
     */
    public boolean addPrompt(SessionName name, FrozenText prompt) {
        var session = sessions.lock(name, Precondition.NONE);
        em.flush();
        var state = PromptState.of(em, session);
        if (state.frozen() != null) {
            return false;
        }
        em.persist(new FrozenPrompt(session.id(), prompt.text(), prompt.current() ? state.fingerprint() : CHANGED));
        session.recordPromptTokens(prompt.tokens());
        return true;
    }

    private void fire(Session session, SessionEvent event) {
        changes.fire(new SessionChange(session, List.of(event)));
    }
}
