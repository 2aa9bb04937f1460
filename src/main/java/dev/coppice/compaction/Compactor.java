package dev.coppice.compaction;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.message.Overlays;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Compacts histories: summarizes a range of messages that {@link CompactionPlans} has chosen, and stores the summary.
 * The summarizer works outside of any transaction, so writers do not wait for it. Messages may be appended during a
 * compaction. If a message of the range is changed meanwhile, the compaction fails. The steps follow Cloudflare's
 * Session API.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Compactor {
    private static final Logger LOG = Logger.getLogger(Compactor.class.getName());

    @Inject
    private Sessions sessions;

    @Inject
    private Overlays overlays;

    @Inject
    private CompactionLeases leases;

    @Inject
    private CompactionPlans plans;

    @Inject
    private Summarizers summarizers;

    @Inject
    private CompactionMetrics metrics;

    @Inject
    private AutomaticCompaction automatic;

    /**
     * Compacts a path and returns the result: a stored compaction, or the reason why there is nothing to compact. For
     * an option that is null, the agent's value is used. Starts a background compaction afterwards if messages were
     * appended meanwhile and the session is over its threshold. In case of an error nothing is stored. Throws 404
     * {@code session-not-found} if the session does not exist, 404 {@code message-not-found} if the leaf does not
     * exist, 409 {@code session-ended} if the session has ended, 409 {@code compaction-conflict} if another compaction
     * of the session is running or a message of the range was changed meanwhile, 429 {@code rate-limited} if the
     * summarizer is {@code llm} and the tenant has used up its quota of model calls, 502 {@code summarizer-failed} if
     * the summarizer does not exist or returned no valid summary, 503 {@code unavailable} if the server stops while a
     * model writes the summary.
     */
    public CompactionResult compact(SessionName name, CompactOptions options) {
        long seq = sessions.read(name).lastSeq();
        try {
            return compactUnlessRunning(name, options)
                    .orElseThrow(() -> new Problem(
                            Code.COMPACTION_CONFLICT, "Another compaction of this session is running; retry later."));
        } finally {
            automatic.compactAppended(name, seq);
        }
    }

    /**
     * Compacts a path and returns the result; empty if another compaction of the session is running. In contrast to
     * {@link #compact}, does not start another compaction for messages that were appended meanwhile. Throws 404
     * {@code session-not-found} if the session does not exist, 404 {@code message-not-found} if the leaf does not
     * exist, 409 {@code session-ended} if the session has ended, 409 {@code compaction-conflict} if a message of the
     * range was changed meanwhile, 429 {@code rate-limited} if the summarizer is {@code llm} and the tenant has used up
     * its quota of model calls, 502 {@code summarizer-failed} if the summarizer does not exist or returned no valid
     * summary, 503 {@code unavailable} if the server stops while a model writes the summary.
     */
    public Optional<CompactionResult> compactUnlessRunning(SessionName name, CompactOptions options) {
        var until = leases.begin(name);
        if (until.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(metrics.record(() -> attempt(name, options)));
        } finally {
            end(name, until.getAsLong());
        }
    }

    /**
     * Releases the lease to compact the session. If this fails, for example because the session was deleted, the lease
     * expires later.
     */
    private void end(SessionName name, long until) {
        try {
            leases.end(name, until);
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "The compaction lease was not released and will expire", e);
        }
    }

    private CompactionResult attempt(SessionName name, CompactOptions options) {
        var result = plans.plan(name, options, bytes -> {});
        if (result.plan() == null) {
            return result;
        }
        var plan = result.plan();
        var summary = summarizers.summarize(plan.summarizer(), plan.request());
        return CompactionResult.of(overlays.add(name, plan.draft(), summary));
    }
}
