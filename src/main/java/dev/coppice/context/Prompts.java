package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.agent.BlockScope;
import dev.coppice.api.Precondition;
import dev.coppice.message.MessageEvent.Compacted;
import dev.coppice.message.MessageEvent.HistoryCleared;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.annotation.Priority;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The system prompts of sessions. The first that is asked for is kept, and given byte for byte until it is refreshed, on
 * every node and after a restart; what is written to blocks meanwhile does not move it. After Cloudflare's Session API.
 */
@Stateless
public class Prompts {
    private static final Logger LOG = Logger.getLogger(Prompts.class.getName());

    private static final String CHANGES =
            ", (select o.changes from ContextOwner o where o.tenant = s.tenant and o.scope = '%s' and o.name = %s)";

    /** By keys alone: the prompt, the counters of all who may own content that the session shows, and its agent's. */
    private static final String LOOK = "select p.prompt, p.changes"
            + CHANGES.formatted(BlockScope.SESSION.word(), ":own")
            + CHANGES.formatted(BlockScope.USER.word(), "s.origin.userId")
            + CHANGES.formatted(BlockScope.AGENT.word(), "s.origin.agent")
            + CHANGES.formatted(BlockScope.TENANT.word(), "''")
            + ", (select a.id from Agent a where a.tenant = s.tenant and a.name = s.origin.agent)"
            + ", (select a.version from Agent a where a.tenant = s.tenant and a.name = s.origin.agent)"
            + " from Session s left join FrozenPrompt p on p.session = s.id where s.id = :session";

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private ContextBlocks contextBlocks;

    @Inject
    private ContextSettings settings;

    @Inject
    private Event<SessionChange> happened;

    /** This bean as others see it: storing is a transaction of its own. */
    @EJB
    private Prompts self;

    /**
     * The frozen prompt; rendered and kept by the first call. A later one is one read by keys, of the stored text and of
     * what tells whether any block may have changed; only then, or for a reminder, blocks are loaded, and a provider that
     * fails then does no harm but to a reminder. What a bean or an object store keeps may change without being noticed
     * until then. Moves neither version nor times of the session.
     *
     * @param reminder whether the sections that have changed since are wanted too
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public PromptAnswer freeze(SessionName name, boolean reminder) {
        var session = sessions.read(name);
        var there = look(session);
        if (there.prompt() != null && there.isUnchanged() && !reminder) {
            return new PromptAnswer(there.prompt(), false, null);
        }
        var blocks = contextBlocks.of(name, session);
        if (there.prompt() != null && blocks.cachedPrompt() && !reminder) {
            return new PromptAnswer(there.prompt(), isStale(there.prompt(), blocks), null);
        }
        var now = render(session, blocks, there);
        var prompt = !now.cached() ? now.prompt() : there.prompt() != null ? there.prompt() : self.keep(name, now);
        return new PromptAnswer(
                prompt, !prompt.equals(now.prompt()), reminder ? Prompt.changed(prompt, now.prompt()) : null);
    }

    /** Something has been changed; when that cannot be rendered, what was rendered before is given all the same. */
    private boolean isStale(String prompt, BlockList blocks) {
        try {
            return !prompt.equals(Prompt.render(blocks.values(settings.promptMaxBytes())));
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "The blocks of a frozen prompt cannot be rendered now", e);
            return true;
        }
    }

    private RenderedPrompt render(Session session, BlockList blocks, Kept there) {
        var prompt = Prompt.render(blocks.values(settings.promptMaxBytes()));
        return new RenderedPrompt(
                session.id(), prompt, blocks.counter().count(prompt), there.changes(), blocks.cachedPrompt());
    }

    /**
     * What is kept of a session's prompt, and what has been changed.
     *
     * @param prompt null when there is none yet
     * @param then fingerprint of what had been changed when it was rendered
     * @param changes fingerprint of what has been changed now
     */
    private record Kept(String prompt, Long then, long changes) {
        boolean isUnchanged() {
            return then != null && then == changes;
        }
    }

    private Kept look(Session session) {
        var row = em
                .createQuery(LOOK, Object[].class)
                .setParameter("session", session.id())
                .setParameter("own", Long.toString(session.id()))
                .getResultList()
                .stream()
                .findFirst()
                .orElseThrow(Problem::noSession);
        long changes = 0;
        for (int i = 2; i < row.length; i++) {
            changes = changes * 1_000_003 + (row[i] == null ? 0 : (Long) row[i] + 1);
        }
        return new Kept(
                row[0] == null ? null : new String((byte[]) row[0], StandardCharsets.UTF_8), (Long) row[1], changes);
    }

    private Optional<FrozenPrompt> find(Session session) {
        return em
                .createQuery("select p from FrozenPrompt p where p.session = :session", FrozenPrompt.class)
                .setParameter("session", session.id())
                .getResultList()
                .stream()
                .findFirst();
    }

    /** Keeps a first rendering, and answers what is kept: another call may have been faster. */
    public String keep(SessionName name, RenderedPrompt rendering) {
        var session = lock(name, rendering);
        var there = find(session);
        if (there.isEmpty()) {
            em.persist(new FrozenPrompt(session.id(), rendering));
            session.recordPromptTokens(rendering.tokens());
            em.flush();
        }
        return there.map(FrozenPrompt::prompt).orElse(rendering.prompt());
    }

    /** Whoever was rendered may have been deleted meanwhile, and its name be another's: 404 then, as in between. */
    private Session lock(SessionName name, RenderedPrompt rendering) {
        var session = sessions.lock(name, Precondition.NONE);
        if (session.id() != rendering.session()) {
            throw Problem.noSession();
        }
        return session;
    }

    /** Loads all blocks, renders them, and keeps that. */
    public PromptAnswer refresh(SessionName name) {
        return refresh(name, render(name));
    }

    /** Loads all blocks and renders them. Whoever is in no transaction holds none while an object store is waited for. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public RenderedPrompt render(SessionName name) {
        var session = sessions.read(name);
        var there = look(session);
        return render(session, contextBlocks.of(name, session), there);
    }

    /** Keeps what was rendered just before, in place of what there is. */
    public PromptAnswer refresh(SessionName name, RenderedPrompt rendering) {
        if (rendering.cached()) {
            var session = lock(name, rendering);
            find(session)
                    .ifPresentOrElse(
                            frozen -> frozen.replace(rendering),
                            () -> em.persist(new FrozenPrompt(session.id(), rendering)));
            session.recordPromptTokens(rendering.tokens());
            happened.fire(new SessionChange(session, List.of(new PromptRefreshed(name))));
            em.flush();
        }
        return new PromptAnswer(rendering.prompt(), false, null);
    }

    /**
     * A cleared session begins anew, and the prompt of a compacted one costs no cache any more: it is rendered again, if
     * there is one. If that fails, it is stale. After those who observe the event, so that everybody hears of one after the
     * other.
     */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void refreshCleared(@Observes @Priority(Interceptor.Priority.LIBRARY_AFTER) HistoryCleared cleared) {
        refreshIfAny(cleared.session());
    }

    /** As {@link #refreshCleared}. */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void refreshCompacted(@Observes @Priority(Interceptor.Priority.LIBRARY_AFTER) Compacted compacted) {
        refreshIfAny(compacted.session());
    }

    private void refreshIfAny(SessionName name) {
        try {
            if (find(sessions.read(name)).isPresent()) {
                self.refresh(name);
            }
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "The prompt of a session could not be refreshed", e);
        }
    }
}
