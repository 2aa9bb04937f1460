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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The context blocks of sessions: those that the agent declares, those that were added, without those that were removed.
 * Writing one locks the session first, and counts as a write of it. A block that is not there is 404
 * {@code block-not-found}. Texts only; of entries see {@link ContextEntries}.
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
    private Providers providers;

    @Inject
    private Stores stores;

    @Inject
    private TokenCounters counters;

    @Inject
    private Settings settings;

    @Inject
    private ContextSettings contextSettings;

    @Inject
    private Event<SessionChange> happened;

    /** The blocks of a session as they are declared now; no content is loaded, and no message read. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public BlockList of(SessionName name) {
        return of(name, sessions.read(name));
    }

    /** As {@link #of(SessionName)}, of a session that was read already. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public BlockList of(SessionName name, Session session) {
        var agent = agentOf(session);
        var specs = agent.blocks();
        for (var own : own(session)) {
            specs.remove(own.label());
            if (!own.isHidden()) {
                specs.put(own.label(), own.spec());
            }
        }
        var blocks =
                specs.values().stream().map(spec -> block(name, session, spec)).toList();
        return new BlockList(
                blocks, agent.searchableHistory() != null, agent.cachedPrompt(), counters.of(agent.tokenCounter()));
    }

    private AgentSpec agentOf(Session session) {
        return agents.specOf(session.tenant(), session.agent());
    }

    private Block block(SessionName name, Session session, BlockSpec spec) {
        var use = new BlockUse(name, session.userId(), session.agent(), spec.label(), spec.scope());
        return new Block(spec, use, providers.of(spec, session));
    }

    private List<SessionBlock> own(Session session) {
        return em
                .createQuery("select b from SessionBlock b where b.key.session = :session", SessionBlock.class)
                .setParameter("session", session.id())
                .getResultList()
                .stream()
                .sorted(Comparator.comparingInt(SessionBlock::position))
                .toList();
    }

    /** All blocks with their contents; 422 {@code invalid} when those are too much together. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<BlockValue> list(SessionName name) {
        return of(name).values(contextSettings.promptMaxBytes());
    }

    /** A block with its content. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public BlockValue get(SessionName name, String label) {
        var blocks = of(name);
        return blocks.value(blocks.get(label));
    }

    /**
     * Replaces the text of a block; an equal one writes nothing. 409 {@code block-readonly}, {@code block-keyed},
     * {@code no-user}; 422 {@code block-too-long} with {@code tokens} and {@code limit}.
     */
    public BlockValue replace(SessionName name, String label, String content, Precondition expected) {
        return write(name, label, before -> content, expected);
    }

    /** Adds to the text of a block, on a line of its own. As {@link #replace} otherwise; the limit holds for the whole. */
    public BlockValue append(SessionName name, String label, String content, Precondition expected) {
        return write(name, label, before -> appended(before, content), expected);
    }

    /** Nothing stands between when one of the two is empty, or brings a newline. */
    static String appended(String before, String more) {
        boolean joined = before.isEmpty() || more.isEmpty() || before.endsWith("\n") || more.startsWith("\n");
        return joined ? before + more : before + '\n' + more;
    }

    private interface Change {
        String apply(String before);
    }

    private BlockValue write(SessionName name, String label, Change change, Precondition expected) {
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
        if (provider instanceof StoredText stored) {
            stores.lock(stored.owner());
        }
        var before = blocks.value(block);
        expected.check(before.version());
        var content = change.apply(before.content());
        blocks.checkSize(block, content, contextSettings.maxBytes());
        if (!content.equals(before.content()) || before.version() == 0) {
            provider.set(block.use(), content);
            session.touch();
            tell(session, new BlockWritten(name, label, null, null));
            em.flush();
        }
        return blocks.value(block);
    }

    /**
     * Adds a block to one session, behind the others; 409 {@code block-exists}, 422 {@code block-too-long}. All that are
     * added may say as much as an agent may, 413 {@code too-large} beyond.
     */
    public BlockValue add(SessionName name, BlockSpec spec) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        checkNew(name, session, spec);
        var own = own(session);
        int last = own.stream().mapToInt(SessionBlock::position).max().orElse(0);
        own.stream()
                .filter(row -> row.label().equals(spec.label()))
                .findFirst()
                .orElseGet(() -> persisted(new SessionBlock(session.id(), spec.label())))
                .add(spec, last + 1);
        em.flush();
        if (own(session).stream().mapToLong(SessionBlock::bytes).sum() > settings.envelopeMaxBytes()) {
            throw new Problem(
                    Code.TOO_LARGE,
                    "The blocks that were added to a session may have " + settings.envelopeMaxBytes()
                            + " bytes in their declarations.");
        }
        changed(session, new BlockAdded(name, spec.label()));
        return get(name, spec.label());
    }

    private void checkNew(SessionName name, Session session, BlockSpec spec) {
        var blocks = of(name, session);
        if (blocks.find(spec.label()).isPresent()) {
            throw new Problem(Code.BLOCK_EXISTS, "The session has a block of this label.");
        }
        if (blocks.all().size() >= settings.agentMaxBlocks()) {
            throw new Problem(Code.INVALID, "A session may have " + settings.agentMaxBlocks() + " blocks.");
        }
        if (spec.scope() == BlockScope.AGENT && session.agent() == null) {
            throw Problem.at("/scope", Code.INVALID, "The session names no agent that could share the block.");
        }
        if (spec.content() != null) {
            int max = contextSettings.maxBytes();
            blocks.checkSize(block(name, session, spec), spec.content(), max);
        }
    }

    /** Removes a block from one session, also one that its agent declares. What it has stored is kept. */
    public void remove(SessionName name, String label, Precondition expected) {
        var session = sessions.lock(name, Precondition.NONE);
        session.refuseIfEnded();
        var blocks = of(name, session);
        var block = blocks.get(label);
        if (!expected.equals(Precondition.NONE)) {
            if (block.provider() instanceof StoredText stored && stored.owner().isThere()) {
                stores.lock(stored.owner());
            }
            expected.check(blocks.value(block).version());
        }
        var own = own(session).stream().filter(row -> row.label().equals(label)).findFirst();
        if (agentOf(session).blocks().containsKey(label)) {
            own.orElseGet(() -> persisted(new SessionBlock(session.id(), label)))
                    .hide();
        } else {
            // What was only ever the session's own needs no mark, and leaves none behind.
            own.ifPresent(em::remove);
        }
        changed(session, new BlockRemoved(name, label));
    }

    private SessionBlock persisted(SessionBlock fresh) {
        em.persist(fresh);
        return fresh;
    }

    /** The session has other blocks now, which its frozen prompt has to know. */
    private void changed(Session session, SessionEvent event) {
        session.touch();
        stores.changed(ContentOwner.of(session, BlockScope.SESSION));
        tell(session, event);
        em.flush();
    }

    /**
     * The texts that a block has had, the present one first; blocks that keep none have none. A page ends sooner than
     * asked for when its texts are large.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Page<ContextVersion.Info> versions(SessionName name, String label, int limit, String cursor) {
        var stored = versioned(of(name).get(label));
        var before = cursor == null ? null : (Long) Cursor.read(Stores.VERSIONS, 1, cursor)[0];
        return stored.map(text -> stores.versions(text.owner(), label, before, limit))
                .orElseGet(() -> new Page<>(List.of(), null));
    }

    /** Writes a text again that the block has had; 404 {@code version-not-found}. */
    public BlockValue restore(SessionName name, String label, long version, Precondition expected) {
        var stored = versioned(of(name).get(label));
        var content = stored.flatMap(text -> stores.version(text.owner(), label, version))
                .orElseThrow(() -> new Problem(Code.VERSION_NOT_FOUND, "The block has no version " + version + "."));
        return replace(name, label, content, expected);
    }

    /** 409 {@code block-keyed} for entries, which have no versions. */
    private static Optional<StoredText> versioned(Block block) {
        if (block.isKeyed()) {
            throw new Problem(
                    Code.BLOCK_KEYED, "The block \"" + block.label() + "\" has entries, which keep no versions.");
        }
        return block.provider() instanceof StoredText stored ? Optional.of(stored) : Optional.empty();
    }

    /** What was said in the other sessions of the session's user; 400 {@code blank-query}. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<PastMessage> searchHistory(SessionName name, String query, int limit) {
        return providers.past(sessions.read(name)).find(name, query, limit).stream()
                .map(hit ->
                        new PastMessage(hit.session().id(), hit.sessionName(), hit.createdAt(), hit.role(), hit.text()))
                .toList();
    }

    private void tell(Session session, SessionEvent event) {
        happened.fire(new SessionChange(session, List.of(event)));
    }
}
