package dev.coppice.compaction;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.Agents;
import dev.coppice.format.MessageBody;
import dev.coppice.format.MessageText;
import dev.coppice.format.Tokens;
import dev.coppice.message.CompactionDraft;
import dev.coppice.message.Histories;
import dev.coppice.message.HistoryQuery;
import dev.coppice.message.Overlays;
import dev.coppice.message.TokenCounters;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Summarizes the middle of a history and stores the summary as a compaction. {@link CutPoint} chooses the middle, and
 * {@link VisibleHistory#shorten} shortens it to {@code coppice.compaction.max-bytes}. Reads in short transactions and
 * calls the summarizer outside of any transaction, so writers never wait for it. Messages may be appended during a
 * compaction; it fails if a message of the middle is changed. The steps are those of Cloudflare's Session API.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Compactor {
    private static final Logger LOG = Logger.getLogger(Compactor.class.getName());

    /** Desired length of a summary: the tokens of the summarized messages divided by this number. */
    private static final int SHARE = 5;

    /** Minimum of the desired length, in tokens: enough for a few sentences. */
    private static final int MIN_TOKENS = 100;

    /**
     * The desired length is at least that of the previous summary, but this rule applies only up to this many tokens.
     */
    private static final int MAX_KEPT_TOKENS = 1000;

    /** Upper estimate of characters per token. Keeps summaries below {@code coppice.compaction.summary-max-length}. */
    private static final int CHARACTERS_PER_TOKEN = 5;

    @Inject
    private Sessions sessions;

    @Inject
    private Agents agents;

    @Inject
    private Histories histories;

    @Inject
    private Overlays overlays;

    @Inject
    private CompactionLeases leases;

    @Inject
    private TokenCounters counters;

    @Inject
    private Settings settings;

    @Inject
    private CompactionSettings compactionSettings;

    @Inject
    private Summarizers summarizers;

    /** An EJB reference, because CDI cannot inject two beans that depend on each other. */
    @EJB
    private AutomaticCompaction automatic;

    /**
     * Compacts a path as the session's agent specifies, or with the defaults. 409 {@code compaction-conflict} if a
     * message of the middle was changed during the compaction, or another compaction of the session is running; 502
     * {@code summarizer-failed}. Nothing is stored in these cases. 404 {@code message-not-found} for an unknown leaf.
     *
     * @param leafId id of the path's last message, or null for the session's leaf
     */
    public CompactionResult compact(SessionName name, String leafId) {
        long seq = sessions.read(name).lastSeq();
        try {
            return compactUnlessRunning(name, leafId)
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
    public Optional<CompactionResult> compactUnlessRunning(SessionName name, String leafId) {
        var until = leases.begin(name);
        if (until.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(attempt(name, leafId));
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

    private CompactionResult attempt(SessionName name, String leafId) {
        var session = sessions.read(name);
        var agent = agents.specOf(session.tenant(), session.agent());
        var history = VisibleHistory.read(histories, name, leafId, counters.of(agent.tokenCounter()));
        var cut = CutPoint.of(agent.compaction()).cut(history.items());
        if (cut instanceof Cut.Middle whole) {
            cut = history.shorten(whole, compactionSettings.maxBytes());
        }
        return cut instanceof Cut.Middle middle
                ? summarize(name, history, middle, agent, session.model())
                : CompactionResult.nothing(((Cut.Nothing) cut).reason());
    }

    private CompactionResult summarize(
            SessionName name, VisibleHistory history, Cut.Middle middle, AgentSpec agent, String sessionModel) {
        var from = history.messages().get(middle.first()).id();
        var to = history.messages().get(middle.last()).id();
        CompactionDraft draft;
        SummaryRequest request;
        try {
            // The draft records the state of the messages before their texts are read, so that any later change is
            // detected.
            draft = overlays.draft(name, from, to);
            request = request(name, history.leafId(), from, to, history.tokens(middle), agent.modelFor(sessionModel));
        } catch (Problem e) {
            throw e.code() == Code.MESSAGE_NOT_FOUND ? changedMeanwhile() : e;
        }
        if (request.messages().isEmpty()) {
            return CompactionResult.nothing(Cut.Nothing.NOTHING_NEW.reason());
        }
        var summary = summarizers.summarize(agent.compaction().summarizer(), request);
        return CompactionResult.of(overlays.add(name, draft, summary));
    }

    /** Replaces the 404 for messages that the caller did not name. */
    static Problem changedMeanwhile() {
        return new Problem(Code.COMPACTION_CONFLICT, "The messages were changed during the compaction; retry.");
    }

    /** Reads the middle again, with its texts. Earlier summaries in it become the previous summary. */
    private SummaryRequest request(SessionName name, String leafId, String from, String to, long tokens, String model) {
        var messages = new ArrayList<byte[]>();
        var previous = new ArrayList<String>();
        var end = VisibleHistory.isSynthetic(to) ? leafId : to;
        var pieces = histories
                .history(name, new HistoryQuery(end, null, null, null, null, false))
                .pieces();
        boolean inside = false;
        boolean after = false;
        for (var piece = pieces.next(); !piece.isEmpty() && !after; piece = pieces.next()) {
            for (var json : piece) {
                var id = MessageBody.of(json).id();
                inside |= id.equals(from);
                if (inside && !after && VisibleHistory.isSynthetic(id)) {
                    previous.add(MessageText.of(json).said());
                } else if (inside && !after) {
                    messages.add(json);
                }
                after |= id.equals(to);
            }
        }
        var before = previous.isEmpty() ? null : String.join("\n\n", previous);
        return new SummaryRequest(name, List.copyOf(messages), before, targetTokens(tokens, before), model);
    }

    private int targetTokens(long tokens, String previousSummary) {
        int kept = previousSummary == null ? 0 : Math.min(MAX_KEPT_TOKENS, Tokens.of(previousSummary));
        int most = settings.summaryMaxLength() / CHARACTERS_PER_TOKEN;
        return (int) Math.min(most, Math.max(Math.max(MIN_TOKENS, kept), tokens / SHARE));
    }
}
