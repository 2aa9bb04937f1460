package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.agent.WhenChanged;
import dev.coppice.api.Precondition;
import dev.coppice.db.DatabaseClock;
import dev.coppice.db.Results;
import dev.coppice.message.MessageEvent.Compacted;
import dev.coppice.message.MessageEvent.HistoryCleared;
import dev.coppice.session.AgentChanging;
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
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Renders, stores and refreshes the system prompts of sessions. The first request for a prompt renders and freezes it.
 * Later requests return the same bytes until the prompt is refreshed, on every node and after a restart, even if blocks
 * are written meanwhile. This follows Cloudflare's Session API. Methods that take a session's name throw 404
 * {@code session-not-found} if the session does not exist. Methods that render blocks throw 422 {@code invalid} if the
 * contents of these blocks have more than {@code coppice.prompt.max-bytes} in total.
 */
@Stateless
public class Prompts {
    private static final Logger LOG = Logger.getLogger(Prompts.class.getName());

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private ContextBlocks contextBlocks;

    @Inject
    private ContextSettings settings;

    @Inject
    private Event<SessionChange> sessionChanges;

    /**
     * Reference to this bean through its EJB proxy. A call through the proxy begins a transaction if there is none yet;
     * a transaction is needed to store a prompt.
     */
    @EJB
    private Prompts self;

    /**
     * Returns the frozen prompt of a session. The first call renders and stores the prompt. No call changes the version
     * or the time of update of the session. If the agent has {@code cachedPrompt: false}, each call renders the prompt
     * anew.
     *
     * <p>A later call reads the stored prompt, the counters of changes in the session, user, agent and tenant, and the
     * version of the agent's declaration ({@link PromptState}). If none of them has changed and no reminder is
     * requested, the call loads no blocks, so it does not notice a change in a bean or in the object store. Otherwise
     * the call renders the blocks that are declared with {@link WhenChanged#REMIND}, and {@link Prompt#isCurrent}
     * compares them with the frozen prompt. This comparison includes beans and object stores. If a provider fails, a
     * call with {@code reminder} fails, and a call without it returns the prompt as stale.
     *
     * @param reminder true to also return the sections that have changed since the prompt was frozen
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public PromptAnswer freeze(SessionName name, boolean reminder) {
        return freeze(name, sessions.read(name), reminder);
    }

    /**
     * Returns the frozen prompt as {@link #freeze(SessionName, boolean)} does, for a session whose row is already read.
     *
     * @param session the session's row
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public PromptAnswer freeze(SessionName name, Session session, boolean reminder) {
        long began = DatabaseClock.now();
        var state = read(session);
        var frozen = state.prompt();
        if (frozen != null && state.isUnchanged() && !reminder) {
            return new PromptAnswer(frozen, false, null);
        }
        var blocks = contextBlocks.of(name, session);
        if (frozen != null && blocks.cachedPrompt()) {
            return reminder ? compare(frozen, blocks) : new PromptAnswer(frozen, isStale(frozen, blocks), null);
        }
        var now = render(session, blocks, state, began);
        var prompt = now.cached() ? self.store(name, now) : now.prompt();
        return new PromptAnswer(
                prompt, !prompt.equals(now.prompt()), reminder ? Prompt.changed(prompt, now.prompt()) : null);
    }

    /**
     * Renders all blocks as a refresh would, and returns the result beside the frozen prompt. Stores nothing, so that
     * looking at a session does not freeze its prompt.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public PromptPreview preview(SessionName name) {
        long began = DatabaseClock.now();
        var session = sessions.read(name);
        var state = read(session);
        var blocks = contextBlocks.of(name, session);
        var frozen = blocks.cachedPrompt() ? state.prompt() : null;
        boolean stale = frozen != null && compare(frozen, blocks).stale();
        return new PromptPreview(render(session, blocks, state, began).prompt(), frozen, stale);
    }

    /**
     * Returns the frozen prompt with a reminder, which contains the sections that have changed since the prompt was
     * frozen. To find them, renders the blocks that are declared with {@link WhenChanged#REMIND}, and compares them
     * with the frozen prompt. Loads no other blocks.
     */
    private PromptAnswer compare(String frozen, SessionBlocks blocks) {
        var reported = blocks.declared(WhenChanged.REMIND).contents(settings.promptMaxBytes());
        var now = Prompt.render(reported);
        boolean stale = !Prompt.isCurrent(
                frozen, now, blocks.declared(WhenChanged.SILENT).labels());
        return new PromptAnswer(frozen, stale, Prompt.changed(frozen, now));
    }

    /**
     * True if a block that is declared with {@link WhenChanged#REMIND} differs from the frozen prompt. Also true if a
     * provider fails, so that the request can still return the frozen prompt.
     */
    private boolean isStale(String frozen, SessionBlocks blocks) {
        try {
            return compare(frozen, blocks).stale();
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "Rendering of a frozen prompt failed; it counts as stale", e);
            return true;
        }
    }

    private RenderedPrompt render(Session session, SessionBlocks blocks, PromptState state, long began) {
        var prompt = Prompt.render(blocks.contents(settings.promptMaxBytes()));
        return new RenderedPrompt(
                session.id(),
                session.agent(),
                prompt,
                blocks.counter().count(prompt),
                state.fingerprint(),
                began,
                blocks.cachedPrompt());
    }

    private PromptState read(Session session) {
        return PromptState.of(em, session);
    }

    private Optional<FrozenPrompt> find(Session session) {
        return Results.first(
                em.createQuery("select p from FrozenPrompt p where p.session = :session", FrozenPrompt.class)
                        .setParameter("session", session.id()));
    }

    /**
     * Stores a prompt that was rendered for the first time, and returns it. If a concurrent request has already stored
     * a prompt, stores nothing and returns the stored prompt. If the session got its agent after the rendering, the
     * prompt is outdated: returns it without storing it. Throws 404 {@code session-not-found} if the session was
     * deleted after the rendering.
     */
    public String store(SessionName name, RenderedPrompt rendered) {
        var session = lock(name, rendered);
        var existing = find(session);
        if (existing.isEmpty() && isCurrent(rendered, session)) {
            em.persist(new FrozenPrompt(session.id(), rendered));
            session.recordPromptTokens(rendered.tokens());
            em.flush();
        }
        return existing.map(FrozenPrompt::prompt).orElse(rendered.prompt());
    }

    /**
     * Locks and returns the session for which a prompt was rendered. Throws 404 {@code session-not-found} if the
     * session was deleted after the rendering, even if a new session has the same name.
     */
    private Session lock(SessionName name, RenderedPrompt rendered) {
        var session = sessions.lock(name, Precondition.NONE);
        if (session.id() != rendered.session()) {
            throw Problem.noSession();
        }
        return session;
    }

    /**
     * True if the session still has the agent with which the prompt was rendered. False if the session got its agent
     * after the rendering.
     */
    private static boolean isCurrent(RenderedPrompt rendered, Session session) {
        return Objects.equals(session.agent(), rendered.agent());
    }

    /**
     * Deletes the frozen prompt of a session when the session gets its agent. The next read then renders the blocks of
     * the agent. Runs in the transaction of the change.
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void discard(@Observes AgentChanging changing) {
        find(changing.session()).ifPresent(em::remove);
        changing.session().recordPromptTokens(0);
    }

    /**
     * Renders all blocks, replaces the frozen prompt and returns the new one, as
     * {@link #refresh(SessionName, RenderedPrompt)} does.
     */
    public PromptAnswer refresh(SessionName name) {
        return refresh(name, render(name));
    }

    /**
     * Renders all blocks of a session and stores nothing. Runs in the current transaction if there is one. Otherwise it
     * runs without a transaction, so that no transaction stays open while an object store is slow.
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public RenderedPrompt render(SessionName name) {
        long began = DatabaseClock.now();
        var session = sessions.read(name);
        var state = read(session);
        return render(session, contextBlocks.of(name, session), state, began);
    }

    /**
     * Replaces the frozen prompt by one that {@link #render} has returned shortly before, and returns the new prompt.
     * Stores nothing if the agent has {@code cachedPrompt: false}, or if the session got its agent after the rendering.
     * If the frozen prompt is one whose rendering began later, stores nothing and returns the frozen prompt. Throws 404
     * {@code session-not-found} if the session was deleted after the rendering.
     */
    public PromptAnswer refresh(SessionName name, RenderedPrompt rendered) {
        var prompt = rendered.prompt();
        if (rendered.cached()) {
            var session = lock(name, rendered);
            if (isCurrent(rendered, session)) {
                prompt = replace(name, session, rendered);
            }
        }
        return new PromptAnswer(prompt, false, null);
    }

    /** Returns the prompt that is frozen afterwards. */
    private String replace(SessionName name, Session session, RenderedPrompt rendered) {
        var existing = find(session);
        if (existing.isPresent() && existing.get().isNewerThan(rendered)) {
            return existing.get().prompt();
        }
        existing.ifPresentOrElse(
                frozen -> frozen.replace(rendered), () -> em.persist(new FrozenPrompt(session.id(), rendered)));
        session.recordPromptTokens(rendered.tokens());
        sessionChanges.fire(new SessionChange(session, List.of(new PromptRefreshed(name))));
        em.flush();
        return rendered.prompt();
    }

    /**
     * Refreshes the frozen prompt of a session whose messages were all removed, if the session has a frozen prompt.
     * This is a good moment for a new prompt: the model provider cannot reuse its cache of the removed messages anyway.
     * If the refresh fails, the failure is logged and the old prompt stays. This observer runs last, so that the other
     * observers get {@link HistoryCleared} before the {@link PromptRefreshed} that it fires.
     */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void refreshCleared(@Observes @Priority(Interceptor.Priority.LIBRARY_AFTER) HistoryCleared cleared) {
        refreshIfAny(cleared.session());
    }

    /**
     * Refreshes the frozen prompt of a compacted session, if the session has a frozen prompt. If the refresh fails, the
     * failure is logged and the old prompt stays. This observer runs last, so that the other observers get
     * {@link Compacted} before the {@link PromptRefreshed} that it fires.
     */
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
            LOG.log(Level.WARNING, "Refresh of a frozen prompt failed", e);
        }
    }
}
