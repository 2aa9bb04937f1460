package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.Agents;
import dev.coppice.agent.BlockScope;
import dev.coppice.agent.BlockSpec;
import dev.coppice.api.Cursor;
import dev.coppice.api.Page;
import dev.coppice.api.Precondition;
import dev.coppice.message.TokenCounters;
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
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Reads and writes the context blocks of sessions. A session has the blocks that its agent declares, except those that
 * were removed from the session, and the blocks that were added to it. This class writes blocks with one text;
 * {@link BlockEntries} writes blocks with entries. Every method throws 404 {@code session-not-found} if the session
 * does not exist, and 404 {@code block-not-found} if the session has no block with the label. Every write locks the
 * session, and throws 409 {@code session-ended} if the session has ended, 503 {@code busy} if the lock is not available
 * in time.
 */
@Stateless
public class ContextBlocks {
    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private Agents agents;

    @Inject
    private ProviderLookup providers;

    @Inject
    private StoredBlocks storedBlocks;

    @Inject
    private LoadedKeys loadedKeys;

    @Inject
    private TokenCounters counters;

    @Inject
    private Settings settings;

    @Inject
    private ContextSettings contextSettings;

    @Inject
    private Event<SessionChange> changes;

    /** Returns the blocks of a session in the order of the system prompt, without their contents. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public SessionBlocks of(SessionName name) {
        return of(name, sessions.read(name));
    }

    /** Returns the blocks as {@link #of(SessionName)} does, for a session whose row was already read. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public SessionBlocks of(SessionName name, Session session) {
        var agent = agentOf(session);
        var specs = agent.blocks();
        new BlockOverrides(em, session).applyTo(specs);
        var blocks =
                specs.values().stream().map(spec -> block(name, session, spec)).toList();
        return new SessionBlocks(
                blocks, agent.searchableHistory() != null, agent.cachedPrompt(), counters.of(agent.tokenCounter()));
    }

    private AgentSpec agentOf(Session session) {
        return agents.specOf(session.tenant(), session.agent());
    }

    private ContextBlock block(SessionName name, Session session, BlockSpec spec) {
        var ref = new BlockRef(name, session.userId(), session.agent(), spec.label(), spec.scope());
        return new ContextBlock(spec, ref, providers.of(spec, session));
    }

    /**
     * Returns all blocks of a session with their contents. For a skill block, also returns the keys of its loaded
     * documents. Throws 422 {@code invalid} if the contents have more than {@code coppice.prompt.max-bytes} in total.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<BlockContent> list(SessionName name) {
        var blocks = of(name);
        return loadedKeys.addTo(blocks.contents(contextSettings.promptMaxBytes()), name, blocks);
    }

    /** Returns a block with its content. For a skill block, also returns the keys of its loaded documents. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public BlockContent get(SessionName name, String label) {
        var blocks = of(name);
        var content = blocks.content(blocks.get(label));
        return loadedKeys.addTo(List.of(content), name, blocks).get(0);
    }

    /**
     * Replaces the text of a block and returns the block. Writes nothing if the database already stores an equal text.
     * Throws 409 {@code block-keyed} if the block has entries instead of a text, 409 {@code block-readonly} if the
     * block's provider does not support writing, 409 {@code no-user} if all sessions of a user share the block and this
     * session has no user, 412 {@code stale-version} if the old text's version does not meet {@code expected}, 413
     * {@code too-large} if the text has more than {@code coppice.context.max-bytes}, 422 {@code block-too-long} if the
     * text has more tokens than the block's {@code maxTokens}.
     */
    public BlockContent replace(SessionName name, String label, String content, Precondition expected) {
        return write(name, label, before -> content, expected);
    }

    /**
     * Appends a text to a block's text and returns the block. Inserts a newline between the two texts unless there is
     * one already, or one of the texts is empty. Throws the errors of {@link #replace}.
     */
    public BlockContent append(SessionName name, String label, String content, Precondition expected) {
        return write(name, label, before -> appended(before, content), expected);
    }

    private static String appended(String before, String more) {
        boolean separate = before.isEmpty() || more.isEmpty() || before.endsWith("\n") || more.startsWith("\n");
        return separate ? before + more : before + '\n' + more;
    }

    private BlockContent write(SessionName name, String label, UnaryOperator<String> change, Precondition expected) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var blocks = of(name, session);
        var block = blocks.get(label);
        if (block.isKeyed()) {
            throw new Problem(Code.BLOCK_KEYED, "The block \"" + label + "\" has entries; write one of them.");
        }
        if (!(block.provider() instanceof WritableContextProvider provider)) {
            throw new Problem(Code.BLOCK_READONLY, "The block \"" + label + "\" is read-only.");
        }
        if (provider instanceof StoredTextProvider stored) {
            storedBlocks.lock(stored.owner());
        }
        var before = blocks.content(block);
        expected.check(before.version());
        var content = change.apply(before.content());
        SessionBlocks.checkSize(block.spec(), content, blocks.counter(), contextSettings.maxBytes());
        if (!content.equals(before.content()) || before.version() == 0) {
            provider.set(block.ref(), content);
            session.touch();
            fire(session, new BlockWritten(name, label, null, null));
            em.flush();
        }
        return blocks.content(block);
    }

    /**
     * Adds a block after the session's existing blocks and returns it. Throws 409 {@code block-exists} if the session
     * already has a block with this label, 413 {@code too-large} if the declarations of all added blocks have more than
     * {@code coppice.envelope.max-bytes} in total, 413 {@code too-large} if the block's text has more than
     * {@code coppice.context.max-bytes}, 422 {@code block-too-long} if it has more tokens than the block's
     * {@code maxTokens}. Throws 422 {@code invalid} if the session already has {@code coppice.agent.max-blocks} blocks,
     * or if the scope is {@code agent} and the session has no agent.
     */
    public BlockContent add(SessionName name, BlockSpec spec) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        checkNew(name, session, spec);
        new BlockOverrides(em, session).add(spec, settings.envelopeMaxBytes());
        recordChange(session, new BlockAdded(name, spec.label()));
        return get(name, spec.label());
    }

    private void checkNew(SessionName name, Session session, BlockSpec spec) {
        var blocks = of(name, session);
        if (blocks.find(spec.label()).isPresent()) {
            throw new Problem(Code.BLOCK_EXISTS, "The session already has a block with this label.");
        }
        if (blocks.all().size() >= settings.agentMaxBlocks()) {
            throw new Problem(
                    Code.INVALID, "A session must not have more than " + settings.agentMaxBlocks() + " blocks.");
        }
        if (spec.scope() == BlockScope.AGENT && session.agent() == null) {
            throw Problem.at("/scope", Code.INVALID, "Scope agent requires a session with an agent.");
        }
        if (spec.content() != null) {
            SessionBlocks.checkSize(spec, spec.content(), blocks.counter(), contextSettings.maxBytes());
        }
    }

    /**
     * Removes a block from a session, but does not delete the block's stored content. Throws 412 {@code stale-version}
     * if the version of the block's text does not meet {@code expected}.
     */
    public void remove(SessionName name, String label, Precondition expected) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var blocks = of(name, session);
        var block = blocks.get(label);
        if (!expected.equals(Precondition.NONE)) {
            if (block.provider() instanceof StoredTextProvider stored
                    && stored.owner().exists()) {
                storedBlocks.lock(stored.owner());
            }
            expected.check(blocks.content(block).version());
        }
        boolean isOfAgent = agentOf(session).blocks().containsKey(label);
        new BlockOverrides(em, session).remove(label, isOfAgent);
        recordChange(session, new BlockRemoved(name, label));
    }

    private void recordChange(Session session, SessionEvent event) {
        session.touch();
        storedBlocks.countChange(BlockOwnerKey.of(session, BlockScope.SESSION));
        fire(session, event);
        em.flush();
    }

    /**
     * Returns a page of the versions of a block's text, newest first; empty if the provider stores no versions. A page
     * of large texts may be shorter than {@code limit}. Throws 400 {@code malformed} if the cursor is invalid, 409
     * {@code block-keyed} if the block has entries.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Page<TextVersion.Answer> versions(SessionName name, String label, int limit, String cursor) {
        var stored = versioned(of(name).get(label));
        var before = cursor == null ? null : (Long) Cursor.read(TextVersions.KIND, 1, cursor)[0];
        return stored.map(text -> storedBlocks.versions(text.owner(), label, before, limit))
                .orElseGet(() -> new Page<>(List.of(), null));
    }

    /**
     * Replaces the text of a block by a stored earlier version of it, and returns the block. Throws 404
     * {@code version-not-found} if the version is not stored, and the errors of {@link #replace}.
     */
    public BlockContent restore(SessionName name, String label, long version, Precondition expected) {
        var stored = versioned(of(name).get(label));
        var content = stored.flatMap(text -> storedBlocks.version(text.owner(), label, version))
                .orElseThrow(() -> new Problem(Code.VERSION_NOT_FOUND, "The block has no version " + version + "."));
        return replace(name, label, content, expected);
    }

    private static Optional<StoredTextProvider> versioned(ContextBlock block) {
        if (block.isKeyed()) {
            throw new Problem(
                    Code.BLOCK_KEYED, "The block \"" + block.label() + "\" has entries, which have no versions.");
        }
        return block.provider() instanceof StoredTextProvider stored ? Optional.of(stored) : Optional.empty();
    }

    /**
     * Returns at most {@code limit} past messages that match a query, best first: messages of the user's other sessions
     * in the same namespace, and messages of this session that were replaced by a summary in its history. If the
     * session has no user, searches the other sessions without a user. Throws 400 {@code blank-query} if the query is
     * blank.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<PastMessage> searchHistory(SessionName name, String query, int limit) {
        return providers.history(sessions.read(name)).find(name, query, limit).stream()
                .map(hit ->
                        new PastMessage(hit.session().id(), hit.sessionName(), hit.createdAt(), hit.role(), hit.text()))
                .toList();
    }

    private void fire(Session session, SessionEvent event) {
        changes.fire(new SessionChange(session, List.of(event)));
    }
}
