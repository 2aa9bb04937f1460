package dev.coppice.compaction;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.message.Overlays;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Summarizes the middle of a history, chosen by {@link CompactionPlans}, and stores the summary as a compaction. Calls
 * the summarizer outside of any transaction, so writers never wait for it. Messages may be appended during a
 * compaction; it fails if a message of the middle is changed. The steps are those of Cloudflare's Session API.
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

    /** An EJB reference, because CDI cannot inject two beans that depend on each other. */
    @EJB
    private AutomaticCompaction automatic;

    /**
     * Compacts a path as the options and the session's agent specify, or with the defaults. Throws 409 {@code
     * compaction-conflict} if a message of the middle was changed during the compaction, or another compaction of the
     * session is running, and 502 {@code summarizer-failed}. Nothing is stored in these cases. Throws 404 {@code
     * message-not-found} if the leaf does not exist.
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
     * As {@link #compact}, but returns empty if another compaction of the session is running, and does not start
     * another compaction for messages that were appended during this one.
     */
    public Optional<CompactionResult> compactUnlessRunning(SessionName name, CompactOptions options) {
        var until = leases.begin(name);
        if (until.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(attempt(name, options));
        } finally {
            end(name, until.getAsLong());
        }
    }

    /** Releases the lease. The session may have been deleted during the compaction; then there is no lease. */
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
