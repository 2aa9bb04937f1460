package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.background.BackgroundTasks;
import dev.coppice.background.ManagedExecutors;
import dev.coppice.background.ModelJobs;
import dev.coppice.message.MessageEvent.MessageAppended;
import dev.coppice.session.ChangesCommitted;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Updates running summaries of sessions and profiles of users in the background, as agents specify. Reacts to the
 * commit of an append that ends with a message of an assistant, because such a message ends a user turn. An append
 * makes two additional comparisons and does not wait for the update. If an update fails, the failure is logged, and the
 * next user turn after a pause triggers the update again. It is a CDI bean and not an EJB, because every commit calls
 * it. Thread-safe.
 */
@ApplicationScoped
public class AutomaticMemory {
    private static final Logger LOG = Logger.getLogger(AutomaticMemory.class.getName());
    private static final String ASSISTANT = "assistant";

    private enum Kind {
        SUMMARY,
        PROFILE
    }

    /**
     * An update of a summary or a profile, to be run in the background.
     *
     * @param kind whether a summary or a profile is updated
     * @param session the session that triggered the update
     * @param every number of new messages after which the update is due
     */
    private record Job(Kind kind, SessionName session, int every) {
        /** Returns the job as it appears in log messages. */
        @Override
        public String toString() {
            return kind + " of " + session.tenant() + '/' + session.namespace() + '/' + session.id();
        }
    }

    @Resource(lookup = ManagedExecutors.MEMORY)
    private ManagedExecutorService executor;

    @Resource(lookup = ManagedExecutors.TIMERS)
    private ManagedScheduledExecutorService timers;

    @Inject
    private BackgroundTasks background;

    @Inject
    private SummaryUpdates summaries;

    @Inject
    private Analyses analyses;

    @Inject
    private MemorySettings settings;

    private ModelJobs<Job> jobs;

    @PostConstruct
    void open() {
        jobs = new ModelJobs<>(
                background.jobs("memory"), settings.workers(), settings.pause(), this::run, executor, timers);
    }

    /**
     * Submits background updates of summaries and profiles for each session in which the committed changes have ended a
     * user turn. Runs after the commit, on the thread of the transaction.
     */
    public void committed(@Observes ChangesCommitted committed) {
        committed.changes().forEach(this::appended);
    }

    private void appended(SessionChange change) {
        if (endsTurn(change.events())) {
            var session = change.session();
            submit(Kind.SUMMARY, change, session.limits().summaryEvery());
            if (session.userId() != null) {
                submit(Kind.PROFILE, change, session.limits().profileEvery());
            }
        }
    }

    private static boolean endsTurn(List<? extends SessionEvent> events) {
        return !events.isEmpty()
                && events.get(events.size() - 1) instanceof MessageAppended last
                && ASSISTANT.equalsIgnoreCase(last.role());
    }

    /**
     * Submits an update of one kind for the session of a change.
     *
     * @param kind what to update
     * @param change the change that triggers the update
     * @param every number of new messages after which an update is due; null if the agent does not specify this kind of
     *     update, so that nothing is submitted
     */
    private void submit(Kind kind, SessionChange change, Integer every) {
        if (every != null) {
            jobs.submit(new Job(kind, change.events().get(0).session(), every));
        }
    }

    private void run(Job job) {
        try {
            switch (job.kind) {
                case SUMMARY -> summaries.update(job.session, job.every);
                case PROFILE -> analyses.analyzeIfDue(job.session, job.every);
            }
        } catch (Problem e) {
            failed(job, e);
        }
    }

    /**
     * Handles the failure of an update. The problem {@code busy} means that another update is running. That update may
     * not include the newest messages, so the job is submitted again later. If the model failed, or the tenant has used
     * up its quota of model calls, the job is paused and the failure is logged. Other problems, such as a deleted
     * session, need no action.
     */
    private void failed(Job job, Problem problem) {
        boolean modelFailed =
                switch (problem.code()) {
                    case SUMMARIZER_FAILED, ANALYSIS_FAILED, RATE_LIMITED -> true;
                    default -> false;
                };
        if (modelFailed) {
            jobs.pause(job);
        } else if (problem.code() == Code.IN_PROGRESS) {
            jobs.submitLater(job);
        }
        LOG.log(modelFailed ? Level.WARNING : Level.FINE, "Automatic update failed: {0}: {1}", new Object[] {
            job, problem.getMessage()
        });
    }
}
