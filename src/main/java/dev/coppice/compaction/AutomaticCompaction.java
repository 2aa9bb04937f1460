package dev.coppice.compaction;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.agent.Agents;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.db.DatabaseClock;
import dev.coppice.message.MessageAppended;
import dev.coppice.message.SyncCompaction;
import dev.coppice.session.ChangesCommitted;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Compacts sessions that have become too long for their agents, after the append that made them so has been committed. An
 * append costs one comparison for it. Thread-safe.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class AutomaticCompaction {
    private static final Logger LOG = Logger.getLogger(AutomaticCompaction.class.getName());

    /** Sessions that are remembered for something; beyond that it starts anew, as a memory may. */
    private static final int MAX_REMEMBERED = 10_000;

    @Resource(lookup = ManagedExecutors.COMPACTIONS)
    private ManagedExecutorService executor;

    @Inject
    private Compactor compactor;

    @Inject
    private CompactionLeases leases;

    @Inject
    private CompactionNotices notices;

    @Inject
    private Agents agents;

    @Inject
    private Sessions sessions;

    @Inject
    private SyncCompaction wish;

    @Inject
    private Settings settings;

    /** When sessions whose summariser has failed are tried again, in epoch milliseconds. */
    private final Map<Long, Long> pausing = new ConcurrentHashMap<>();

    /** Sessions of which the log has said that they stay too long. */
    private final Map<Long, Boolean> told = new ConcurrentHashMap<>();

    /** After the commit, on the writer's thread, and after everybody has heard what was appended. */
    public void appended(@Observes ChangesCommitted changesCommitted) {
        var appended = new LinkedHashMap<SessionName, Session>();
        for (var what : changesCommitted.what()) {
            what.events().stream()
                    .filter(MessageAppended.class::isInstance)
                    .forEach(event -> appended.put(event.session(), what.session()));
        }
        appended.forEach((name, session) -> {
            if (session.isOverThreshold() && !isPausing(session)) {
                begin(name, session);
            }
        });
    }

    /**
     * When a compaction has ended: what was appended meanwhile found the session taken, and is looked at behind the caller.
     *
     * @param seq the session's last one when it began
     */
    public void lookAgain(SessionName name, long seq) {
        try {
            var session = sessions.read(name);
            if (session.lastSeq() > seq && leases.isOverThreshold(name) && !isPausing(session)) {
                submit(name, session.id());
            }
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "The session is gone, or the next append looks again", e);
        }
    }

    private boolean isPausing(Session session) {
        return pausing.getOrDefault(session.id(), 0L) > DatabaseClock.now();
    }

    private void begin(SessionName name, Session session) {
        if (isWaitedFor(session)) {
            var outcome = run(name, session.id());
            if (outcome != null && outcome.compacted()) {
                wish.fulfilled(outcome.compaction());
            }
            return;
        }
        submit(name, session.id());
    }

    private void submit(SessionName name, long session) {
        try {
            executor.submit(() -> run(name, session));
        } catch (RejectedExecutionException e) {
            LOG.log(Level.WARNING, "No thread is free to compact a session; the next append tries again", e);
        }
    }

    /** The request asks to wait, or the agent says so. */
    private boolean isWaitedFor(Session session) {
        return isWished()
                || agents.of(session.tenant(), session.agent()).compaction().sync();
    }

    /** Java callers may append without any request. */
    private boolean isWished() {
        try {
            return wish.isWaiting();
        } catch (ContextNotActiveException e) {
            return false;
        }
    }

    /**
     * Compacts until the session is short enough or nothing is left to do; answers the last outcome, or null. Another one
     * that is at it will see what was appended.
     */
    private CompactionResult run(SessionName name, long session) {
        CompactionResult last = null;
        try {
            for (boolean more = true; more; ) {
                var outcome = attempt(name);
                if (outcome.isEmpty()) {
                    return last;
                }
                last = outcome.get().compacted() || last == null ? outcome.get() : last;
                more = gains(outcome.get()) && leases.isOverThreshold(name);
            }
            tell(name, session, last);
        } catch (Problem e) {
            failed(name, session, e);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "A session could not be compacted", e);
        }
        return last;
    }

    /**
     * When nothing was gained, or somebody has changed what was being summarised, what was appended meanwhile is worth another
     * one.
     */
    private Optional<CompactionResult> attempt(SessionName name) {
        long seq = sessions.read(name).lastSeq();
        try {
            var outcome = compactor.unlessTaken(name, null);
            outcome.filter(o -> !gains(o)).ifPresent(o -> lookAgain(name, seq));
            return outcome;
        } catch (Problem e) {
            if (e.code() == Code.COMPACTION_CONFLICT) {
                lookAgain(name, seq);
            }
            throw e;
        }
    }

    private static boolean gains(CompactionResult outcome) {
        return outcome.compacted()
                && outcome.compaction().tokensAfter() < outcome.compaction().tokensBefore();
    }

    private void tell(SessionName name, long session, CompactionResult last) {
        if (!leases.isOverThreshold(name)) {
            told.remove(session);
        } else if (told.putIfAbsent(session, true) == null) {
            forgetIfMany(told);
            var reason = last.compacted() ? "what is protected is too long" : last.reason();
            LOG.log(Level.WARNING, "A session stays longer than its threshold after compaction: {0}", reason);
        }
    }

    private void failed(SessionName name, long session, Problem problem) {
        if (problem.code() == Code.SUMMARIZER_FAILED) {
            forgetIfMany(pausing);
            pausing.put(
                    session, DatabaseClock.now() + settings.compaction().pause().toMillis());
            LOG.log(Level.WARNING, "A session was not compacted: {0}", problem.getMessage());
            tellFailure(name, problem.getMessage());
        }
    }

    private void tellFailure(SessionName name, String reason) {
        try {
            notices.failed(name, reason);
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "The session is gone, and nobody is to be told", e);
        }
    }

    private static void forgetIfMany(Map<Long, ?> remembered) {
        if (remembered.size() >= MAX_REMEMBERED) {
            remembered.clear();
        }
    }
}
