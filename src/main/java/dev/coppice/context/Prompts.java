package dev.coppice.context;

import dev.coppice.agent.SharedBy;
import dev.coppice.message.HistoryCleared;
import dev.coppice.session.Happened;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import dev.coppice.web.Precondition;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Arrays;
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

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Sessions sessions;

    @Inject
    private ContextBlocks contextBlocks;

    @Inject
    private Stores stores;

    @Inject
    private Event<Happened> happened;

    /** This bean as others see it: storing is a transaction of its own. */
    @EJB
    private Prompts self;

    /**
     * The frozen prompt; rendered and kept by the first call. A later one reads the stored text, and one number to know
     * whether any block may have changed; only then, or for a reminder, blocks are loaded. Content that a bean or an
     * object store keeps can change without being noticed until then. Moves neither version nor times of the session.
     *
     * @param reminder whether the sections that have changed since are wanted too
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public PromptAnswer freeze(SessionName name, boolean reminder) {
        var session = sessions.read(name);
        var frozen = find(session);
        if (frozen.isPresent()) {
            long changes = changes(session);
            boolean same = frozen.get().changes() == changes;
            return same && !reminder
                    ? new PromptAnswer(frozen.get().prompt(), false, null)
                    : compared(name, session, frozen.get(), same, reminder);
        }
        var blocks = contextBlocks.of(name, session);
        var rendering = render(session, blocks);
        var prompt = blocks.cachedPrompt() ? self.keep(name, rendering) : rendering.prompt();
        boolean same = prompt.equals(rendering.prompt());
        return new PromptAnswer(prompt, !same, reminder ? Prompt.changed(prompt, rendering.prompt()) : null);
    }

    private Optional<FrozenPrompt> find(Session session) {
        return em
                .createQuery("select p from FrozenPrompt p where p.session = :session", FrozenPrompt.class)
                .setParameter("session", session.id())
                .getResultList()
                .stream()
                .findFirst();
    }

    /** Something was written since, or a reminder is wanted: what would the prompt be now? */
    private PromptAnswer compared(
            SessionName name, Session session, FrozenPrompt frozen, boolean unchanged, boolean reminder) {
        var blocks = contextBlocks.of(name, session);
        var now = render(session, blocks).prompt();
        var prompt = blocks.cachedPrompt() ? frozen.prompt() : now;
        return new PromptAnswer(prompt, !prompt.equals(now), reminder ? Prompt.changed(prompt, now) : null);
    }

    private Rendering render(Session session, Blocks blocks) {
        long changes = changes(session);
        return new Rendering(Prompt.render(blocks.values()), changes);
    }

    /** Of all who may own content that the session shows, and of its agent. */
    private long changes(Session session) {
        var owners = Arrays.stream(SharedBy.values())
                .map(scope -> Owner.of(session, scope))
                .toList();
        return stores.changes(owners) * 31 + contextBlocks.agentVersion(session);
    }

    /** Keeps a first rendering, and answers what is kept: another call may have been faster. */
    public String keep(SessionName name, Rendering rendering) {
        var session = sessions.lock(name, Precondition.NONE);
        var there = find(session);
        if (there.isEmpty()) {
            em.persist(new FrozenPrompt(session.id(), rendering));
            em.flush();
        }
        return there.map(FrozenPrompt::prompt).orElse(rendering.prompt());
    }

    /** Loads all blocks, renders them, and keeps that. */
    public PromptAnswer refresh(SessionName name) {
        var blocks = contextBlocks.of(name);
        var rendering = render(sessions.read(name), blocks);
        if (blocks.cachedPrompt()) {
            var session = sessions.lock(name, Precondition.NONE);
            find(session)
                    .ifPresentOrElse(
                            frozen -> frozen.replace(rendering),
                            () -> em.persist(new FrozenPrompt(session.id(), rendering)));
            happened.fire(new Happened(session, List.of(new PromptRefreshed(name))));
            em.flush();
        }
        return new PromptAnswer(rendering.prompt(), false, null);
    }

    /** A cleared session begins anew: so does its prompt, if there is one. What was cleared stays so if that fails. */
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void refreshCleared(@Observes(during = TransactionPhase.AFTER_SUCCESS) Happened what) {
        for (var event : what.events()) {
            if (event instanceof HistoryCleared cleared && find(what.session()).isPresent()) {
                try {
                    self.refresh(cleared.session());
                } catch (RuntimeException e) {
                    LOG.log(Level.WARNING, "The prompt of a cleared session could not be refreshed", e);
                }
            }
        }
    }
}
