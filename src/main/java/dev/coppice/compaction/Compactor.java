package dev.coppice.compaction;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
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
 * Summarises the middle of a history and lays the summary over it. Everything is read in short transactions, and the
 * summariser runs outside of any: nobody waits for it, and what is appended meanwhile does no harm. What is changed in the
 * middle meanwhile makes it give up. The steps are those of Cloudflare's Session API.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Compactor {
    private static final Logger LOG = Logger.getLogger(Compactor.class.getName());

    /** A summary should have a fifth of what it stands for, and as many tokens as a few sentences need. */
    private static final int SHARE = 5;

    private static final int LEAST = 100;

    /** A summary that is renewed need not become shorter than it was, as long as it has no more than that. */
    private static final int KEPT = 1000;

    /** What a token of a summary may have, with what stands between its lines: a fifth of much may be too long. */
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
    private Summarizers summarizers;

    /** Not injected by CDI, because it wants this bean in turn. */
    @EJB
    private AutomaticCompaction automatic;

    /**
     * Compacts a path as the session's agent says, or by the defaults without one. 409 {@code compaction-conflict} when the
     * middle was changed meanwhile, or another compaction of the session is running; 502 {@code summarizer-failed}; nothing
     * is stored then. 404 {@code message-not-found} for an unknown leaf.
     *
     * @param leafId the path's last message, or null for the session's leaf
     */
    public CompactionResult compact(SessionName name, String leafId) {
        long seq = sessions.read(name).lastSeq();
        try {
            return unlessTaken(name, leafId)
                    .orElseThrow(() -> new Problem(Code.COMPACTION_CONFLICT, "The session is being compacted."));
        } finally {
            automatic.lookAgain(name, seq);
        }
    }

    /**
     * As {@link #compact}, for whoever looks himself for what was appended meanwhile; nothing when another compaction of the
     * session is running.
     */
    public Optional<CompactionResult> unlessTaken(SessionName name, String leafId) {
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

    /** The session may have been deleted meanwhile; then there is nothing to give back. */
    private void end(SessionName name, long until) {
        try {
            leases.end(name, until);
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "The right to compact ends by itself", e);
        }
    }

    private CompactionResult attempt(SessionName name, String leafId) {
        var session = sessions.read(name);
        var agent = agents.of(session.tenant(), session.agent());
        var spec = agent.compaction();
        var counter = counters.of(agent.tokenCounter());
        var history = VisibleHistory.read(histories, name, leafId, counter);
        var cut = CutPoint.of(spec).cut(history.items());
        if (cut instanceof Cut.Middle whole) {
            cut = history.within(whole, settings.compaction().maxBytes());
        }
        if (cut instanceof Cut.Nothing nothing) {
            return CompactionResult.nothing(nothing.reason());
        }
        var middle = (Cut.Middle) cut;
        var from = history.messages().get(middle.first()).id();
        var to = history.messages().get(middle.last()).id();
        CompactionDraft draft;
        SummaryRequest request;
        try {
            // From here on a change in between is noticed: the texts are read behind the stamp.
            draft = overlays.draft(name, from, to);
            request =
                    request(name, history.leafId(), from, to, history.tokens(middle), agent.modelFor(session.model()));
        } catch (Problem e) {
            throw e.code() == Code.MESSAGE_NOT_FOUND ? changedMeanwhile() : e;
        }
        if (request.messages().isEmpty()) {
            return CompactionResult.nothing(Cut.Nothing.NOTHING_NEW.reason());
        }
        return CompactionResult.of(overlays.add(name, draft, summarizers.summarize(spec.summarizer(), request)));
    }

    /** The caller has named none of the messages that were found just now. */
    static Problem changedMeanwhile() {
        return new Problem(Code.COMPACTION_CONFLICT, "The messages have been changed meanwhile.");
    }

    /** Reads the middle again, with its texts; a summary among them is the previous one. */
    private SummaryRequest request(SessionName name, String leafId, String from, String to, long tokens, String model) {
        var messages = new ArrayList<byte[]>();
        var previous = new ArrayList<String>();
        var end = VisibleHistory.isSynthetic(to) ? leafId : to;
        var pieces = histories
                .history(name, new HistoryQuery(end, null, null, null, null, false))
                .pieces();
        boolean inside = false;
        boolean behind = false;
        for (var piece = pieces.next(); !piece.isEmpty() && !behind; piece = pieces.next()) {
            for (var json : piece) {
                var id = MessageBody.of(json).id();
                inside |= id.equals(from);
                if (inside && !behind && VisibleHistory.isSynthetic(id)) {
                    previous.add(MessageText.of(json).said());
                } else if (inside && !behind) {
                    messages.add(json);
                }
                behind |= id.equals(to);
            }
        }
        var before = previous.isEmpty() ? null : String.join("\n\n", previous);
        int kept = before == null ? 0 : Math.min(KEPT, Tokens.of(before));
        int most = settings.compaction().summaryMaxLength() / CHARACTERS_PER_TOKEN;
        int target = (int) Math.min(most, Math.max(Math.max(LEAST, kept), tokens / SHARE));
        return new SummaryRequest(name, List.copyOf(messages), before, target, model);
    }
}
