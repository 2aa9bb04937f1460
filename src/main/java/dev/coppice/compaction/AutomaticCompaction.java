package dev.coppice.compaction;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.RecentMap;
import dev.coppice.agent.Agents;
import dev.coppice.background.BackgroundTasks;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.ModelJobs;
import dev.coppice.message.MessageEvent.MessageAppended;
import dev.coppice.message.SyncCompaction;
import dev.coppice.session.ChangesCommitted;
import dev.coppice.session.Session;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionLifecycle.UsageAdded;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Compacts a session automatically when its number of tokens exceeds the threshold {@code compactAfter}. Depending on
 * {@code compactBy}, this number is an estimate for history and prompt, or the number of input tokens that the client
 * reported for its last model call. The compaction runs after the commit of the request that exceeded the threshold. It
 * runs in the background or, if the request or the agent demands it, within the request. An append without compaction
 * costs one additional comparison. It is a CDI bean and not an EJB, because every commit calls it. Thread-safe.
 */
@ApplicationScoped
public class AutomaticCompaction {
    private static final Logger LOG = Logger.getLogger(AutomaticCompaction.class.getName());
    private static final int MAX_REMEMBERED = 10_000;

    /**
     * A background job: a session that is to be compacted. After a failure, jobs of the session may be paused.
     *
     * @param name the session's name
     * @param number the session's database id. A later session with the same name has another id, so its jobs are not
     *     paused
     */
    private record Job(SessionName name, long number) {
        static Job of(SessionName name, Session session) {
            return new Job(name, session.id());
        }

        /** Returns the text that represents the job in log messages. It contains ids only. */
        @Override
        public String toString() {
            return name.tenant() + '/' + name.namespace() + '/' + name.id();
        }
    }

    @Resource(lookup = ManagedExecutors.COMPACTIONS)
    private ManagedExecutorService executor;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService timers;

    @Inject
    private BackgroundTasks background;

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
    private SyncCompaction syncCompaction;

    @Inject
    private CompactionSettings settings;

    private ModelJobs<Job> jobs;

    /**
     * Sessions that stay above their threshold after a compaction, and for which this was already logged, by their
     * database ids. The values have no meaning.
     */
    private final RecentMap<Long, Boolean> reported = new RecentMap<>(MAX_REMEMBERED);

    @PostConstruct
    void open() {
        jobs = new ModelJobs<>(
                background.jobs("compaction"),
                ManagedExecutors.MAX_COMPACTIONS,
                settings.pause(),
                this::compactIfOverThreshold,
                executor,
                timers);
    }

    /**
     * Starts a compaction of each session that exceeds its threshold after a transaction was committed, unless
     * compactions of the session are paused after a failure. Considers the sessions to which the transaction has
     * appended messages, and those to which it has added usage if their threshold is compared with reported tokens.
     * Runs on the thread of the transaction, after the commit and after all other observers, because it may wait for a
     * whole compaction.
     */
    public void grown(@Observes @Priority(Interceptor.Priority.LIBRARY_AFTER) ChangesCommitted committed) {
        var grown = new LinkedHashMap<SessionName, Session>();
        for (var change : committed.changes()) {
            change.events().stream()
                    .filter(event -> isGrowth(event, change.session()))
                    .forEach(event -> grown.put(event.session(), change.session()));
        }
        grown.forEach((name, session) -> {
            if (session.isOverThreshold() && !jobs.isPaused(Job.of(name, session))) {
                begin(name, session);
            }
        });
    }

    private static boolean isGrowth(SessionEvent event, Session session) {
        return event instanceof MessageAppended || event instanceof UsageAdded && session.comparesReportedTokens();
    }

    /**
     * Submits a background compaction if the session still exceeds its threshold and messages were appended during the
     * compaction that has just ended. Called after each requested compaction, and after each automatic one that did not
     * reduce the tokens or failed because a message was changed: jobs that were submitted during it did nothing. Does
     * nothing if the session was deleted.
     *
     * @param seq the session's highest sequence number when the compaction that has ended began
     */
    public void compactAppended(SessionName name, long seq) {
        try {
            var session = sessions.read(name);
            if (session.lastSeq() > seq && leases.isOverThreshold(name)) {
                jobs.submit(Job.of(name, session));
            }
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "The session is deleted, or the next append compacts it", e);
        }
    }

    private void begin(SessionName name, Session session) {
        var job = Job.of(name, session);
        if (!isAwaited(session)) {
            jobs.submit(job);
            return;
        }
        var result = compact(job);
        if (result != null && result.compacted()) {
            syncCompaction.complete(result.compaction());
        }
    }

    /** True if the current request waits for the compaction, because the request or the session's agent demands it. */
    private boolean isAwaited(Session session) {
        return isRequested()
                || agents.specOf(session.tenant(), session.agent()).compaction().sync();
    }

    /**
     * True if the current HTTP request demands to wait for the compaction. False if Java code appends without an HTTP
     * request.
     */
    private boolean isRequested() {
        try {
            return syncCompaction.isRequested();
        } catch (ContextNotActiveException e) {
            return false;
        }
    }

    /**
     * Compacts the session of a job. Does nothing if the session was deleted or does not exceed its threshold any more.
     */
    private void compactIfOverThreshold(Job job) {
        try {
            if (leases.isOverThreshold(job.name)) {
                compact(job);
            }
        } catch (Problem e) {
            LOG.log(Level.FINE, "The session is deleted, or the next append compacts it", e);
        }
    }

    /**
     * Compacts until the session is below its threshold, or until a compaction does not reduce the tokens. Returns the
     * result of the last compaction that stored a summary. If none did, returns the result of the first attempt, which
     * says why there was nothing to compact. Returns null if the first attempt failed, or if another compaction of the
     * session was running; the end of that other compaction calls {@link #compactAppended}. If the summarizer fails,
     * the tenant's quota is used up, or an unexpected exception is thrown, this is logged and further jobs of the
     * session are paused. Other problems, for example a deleted session, are ignored.
     */
    private CompactionResult compact(Job job) {
        var last = new AtomicReference<CompactionResult>();
        jobs.run(job, same -> compactUntilBelowThreshold(job, last));
        return last.get();
    }

    private void compactUntilBelowThreshold(Job job, AtomicReference<CompactionResult> last) {
        try {
            for (boolean more = true; more; ) {
                var result = attempt(job.name);
                if (result.isEmpty()) {
                    return;
                }
                last.updateAndGet(before -> result.get().compacted() || before == null ? result.get() : before);
                more = gains(result.get()) && leases.isOverThreshold(job.name);
            }
            reportIfTooLong(job, last.get());
        } catch (Problem e) {
            failed(job, e);
        }
    }

    /**
     * Compacts once and returns the result; empty if another compaction of the session is running. If the compaction
     * did not reduce the tokens, or failed because a message was changed meanwhile, calls {@link #compactAppended}: a
     * new compaction may succeed if messages were appended.
     */
    private Optional<CompactionResult> attempt(SessionName name) {
        long seq = sessions.read(name).lastSeq();
        try {
            var result = compactor.compactUnlessRunning(name, CompactOptions.NONE);
            result.filter(r -> !gains(r)).ifPresent(r -> compactAppended(name, seq));
            return result;
        } catch (Problem e) {
            if (e.code() == Code.COMPACTION_CONFLICT) {
                compactAppended(name, seq);
            }
            throw e;
        }
    }

    private static boolean gains(CompactionResult result) {
        return result.compacted()
                && result.compaction().tokensAfter() < result.compaction().tokensBefore();
    }

    private void reportIfTooLong(Job job, CompactionResult last) {
        if (!leases.isOverThreshold(job.name)) {
            reported.remove(job.number);
        } else if (reported.put(job.number, true) == null) {
            var reason = last.compacted() ? "the protected messages alone are too long" : last.reason();
            LOG.log(
                    Level.WARNING,
                    "A session stays longer than its threshold after compaction: {0}: {1}",
                    new Object[] {job, reason});
        }
    }

    /**
     * Handles a failed compaction. If the summarizer failed, or the tenant has used up its quota of model calls, logs
     * this, pauses automatic compactions of the session and publishes the failure. Ignores other problems, for example
     * that the session was deleted or messages were changed: the next append tries again.
     */
    private void failed(Job job, Problem problem) {
        if (problem.code() == Code.SUMMARIZER_FAILED || problem.code() == Code.RATE_LIMITED) {
            jobs.pause(job);
            LOG.log(Level.WARNING, "Automatic compaction failed: {0}: {1}", new Object[] {job, problem.getMessage()});
            publishFailure(job.name, problem.getMessage());
        }
    }

    private void publishFailure(SessionName name, String reason) {
        try {
            notices.failed(name, reason);
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "The session is deleted, and its failure is not published", e);
        }
    }
}
