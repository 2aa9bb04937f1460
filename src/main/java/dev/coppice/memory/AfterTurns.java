package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.db.DatabaseClock;
import dev.coppice.message.MessageAppended;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Brings summaries and profiles up to date by itself, as agents say: after the commit of an append that ends a turn, which
 * is one whose last message is an assistant's. An append costs two comparisons for it and waits for nothing. What fails is
 * told in the log and comes with the next turn. Thread-safe.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class AfterTurns {
    private static final Logger LOG = Logger.getLogger(AfterTurns.class.getName());
    private static final String ASSISTANT = "assistant";

    /** What is to be made. */
    private enum Kind {
        SUMMARY,
        PROFILE
    }

    private record Work(Kind kind, SessionName session, int every) {}

    @Resource(lookup = ManagedExecutors.MEMORY)
    private ManagedExecutorService executor;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService timers;

    @Inject
    private SummaryUpdates summaries;

    @Inject
    private Analyses analyses;

    @Inject
    private Settings settings;

    private WorkQueue<Work> backlog;

    @PostConstruct
    void open() {
        backlog = new WorkQueue<>(settings.profile().workers());
    }

    /** After the commit, on the writer's thread. */
    public void appended(@Observes(during = TransactionPhase.AFTER_SUCCESS) SessionChange what) {
        if (endsTurn(what.events())) {
            var session = what.session();
            wish(Kind.SUMMARY, what, session.limits().summaryEvery());
            if (session.userId() != null) {
                wish(Kind.PROFILE, what, session.limits().profileEvery());
            }
        }
    }

    private static boolean endsTurn(List<? extends SessionEvent> events) {
        return !events.isEmpty()
                && events.get(events.size() - 1) instanceof MessageAppended last
                && ASSISTANT.equalsIgnoreCase(last.role());
    }

    private void wish(Kind kind, SessionChange what, Integer every) {
        if (every != null) {
            wish(new Work(kind, what.events().get(0).session(), every));
        }
    }

    private void wish(Work work) {
        if (backlog.add(work, DatabaseClock.now())) {
            try {
                executor.submit(this::work);
            } catch (RejectedExecutionException e) {
                backlog.unmanned();
                LOG.log(Level.WARNING, "No thread is free for summaries and profiles; the next turn tries again", e);
            }
        }
    }

    private void work() {
        for (var next = backlog.take(); next.isPresent(); next = backlog.take()) {
            run(next.get());
            backlog.done(next.get());
        }
    }

    private void run(Work work) {
        try {
            switch (work.kind) {
                case SUMMARY -> summaries.update(work.session, work.every);
                case PROFILE -> analyses.analyseIfDue(work.session, work.every);
            }
        } catch (Problem e) {
            failed(work, e);
        } catch (RuntimeException | Error e) {
            // Errors too: whoever works goes on with the next.
            pause(work);
            LOG.log(Level.WARNING, "No " + work.kind + " could be made for " + id(work.session), e);
        }
    }

    /** Another one that is at it, whoever asked for it, may know less: it is looked after. A session may be gone, too. */
    private void failed(Work work, Problem problem) {
        boolean failure = problem.code() == Code.SUMMARIZER_FAILED || problem.code() == Code.ANALYSIS_FAILED;
        if (failure) {
            pause(work);
        } else if (problem.code() == Code.BUSY) {
            timers.schedule(() -> wish(work), pauseMillis(), TimeUnit.MILLISECONDS);
        }
        LOG.log(failure ? Level.WARNING : Level.FINE, "No {0} was made for {1}: {2}", new Object[] {
            work.kind, id(work.session), problem.getMessage()
        });
    }

    private void pause(Work work) {
        backlog.pause(work, DatabaseClock.now() + pauseMillis());
    }

    private long pauseMillis() {
        return settings.profile().pause().toMillis();
    }

    private static String id(SessionName session) {
        return session.tenant() + '/' + session.namespace() + '/' + session.id();
    }
}
