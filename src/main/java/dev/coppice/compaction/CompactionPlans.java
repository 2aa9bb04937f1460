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
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Plans compactions. {@link CutPoint} chooses a range of the history, and {@link VisibleHistory#shorten} shortens the
 * range to {@code coppice.compaction.max-bytes}. Then the messages of the range are read as the input of a summarizer.
 * Reads with short queries, holds no connection in between, and takes no lock. Calls no summarizer and stores nothing.
 * Costs up to twice as much as reading the history: the first reading chooses the range, the second reads its messages.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class CompactionPlans {
    /**
     * The desired length of a summary is the number of tokens of the summarized messages divided by this number. At a
     * fifth, a compaction saves most of the tokens and still has room for decisions and open questions.
     */
    private static final int SHARE = 5;

    /**
     * Minimum of the desired length of a summary, in tokens: a few sentences, because a shorter summary of a short
     * range would say nothing.
     */
    private static final int MIN_TOKENS = 100;

    /**
     * Limit of the influence of the previous summary, in tokens. The desired length of a summary is at least that of
     * the previous one, so that little of it is lost. If the previous one is longer than this limit, the desired length
     * is at least the limit, so that summaries do not grow for ever.
     */
    private static final int MAX_KEPT_TOKENS = 1000;

    /**
     * Number of characters per token by which {@code coppice.compaction.summary-max-length} (characters) is divided to
     * get the largest desired length in tokens. It is higher than the usual four, so that a summary of that length has
     * fewer characters than the setting allows.
     */
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
    private TokenCounters counters;

    @Inject
    private Settings settings;

    @Inject
    private CompactionSettings compactionSettings;

    /**
     * Plans the next compaction of a path, with the compaction settings of the session's agent. An option that is not
     * null replaces the agent's value. Returns a plan, or the reason why there is nothing to compact. Throws 404
     * {@code session-not-found} if the session does not exist, 404 {@code message-not-found} if the leaf does not
     * exist, 409 {@code session-ended} if the session has ended, 409 {@code compaction-conflict} if messages of the
     * range were changed while they were read, 503 {@code busy} if rows of the range were purged meanwhile.
     *
     * @param options path to compact, and options that replace those of the agent
     * @param memory called with the size of the range's messages in bytes, before they are read into memory. If it
     *     throws an exception, the messages are not read, and this method throws the same exception.
     */
    public CompactionResult plan(SessionName name, CompactOptions options, LongConsumer memory) {
        var session = sessions.read(name);
        session.refuseIfEnded();
        var agent = agents.specOf(session.tenant(), session.agent());
        var history = VisibleHistory.read(histories, name, options.leafId(), counters.of(agent.tokenCounter()));
        var cut = CutPoint.of(agent.compaction(), options).cut(history.items());
        if (!(cut instanceof Cut.Middle whole)) {
            return CompactionResult.nothing((Cut.Nothing) cut);
        }
        var shortened = history.shorten(whole, compactionSettings.maxBytes());
        if (!(shortened instanceof Cut.Middle middle)) {
            return CompactionResult.nothing((Cut.Nothing) shortened);
        }
        memory.accept(history.bytes(middle));
        return plan(name, new Range(history, whole, middle), agent, session.model());
    }

    /**
     * A history, and the range of its messages that a compaction is to summarize.
     *
     * @param history the history
     * @param whole the range that {@link CutPoint} has chosen
     * @param middle the range to summarize: {@code whole}, or only its beginning if it has more than
     *     {@code coppice.compaction.max-bytes}
     */
    private record Range(VisibleHistory history, Cut.Middle whole, Cut.Middle middle) {
        String from() {
            return history.messages().get(middle.first()).id();
        }

        String to() {
            return history.messages().get(middle.last()).id();
        }

        long tokens() {
            return history.tokens(middle);
        }
    }

    private CompactionResult plan(SessionName name, Range range, AgentSpec agent, String sessionModel) {
        CompactionDraft draft;
        SummaryRequest request;
        try {
            // The draft records the state of the messages before their texts are read, so that any later change is
            // detected.
            draft = overlays.draft(name, range.from(), range.to());
            request = request(name, range, agent.modelFor(sessionModel));
        } catch (Problem e) {
            throw e.code() == Code.MESSAGE_NOT_FOUND ? changedMeanwhile() : e;
        }
        if (request.messages().isEmpty()) {
            return CompactionResult.nothing(Cut.Nothing.NOTHING_NEW);
        }
        return CompactionResult.planned(new CompactionPlan(
                range.from(),
                range.to(),
                draft,
                agent.compaction().summarizer(),
                request,
                range.whole().first(),
                range.history().messages().size() - 1 - range.whole().last(),
                range.whole().last() - range.middle().last()));
    }

    /**
     * Returns the problem 409 {@code compaction-conflict}, for messages that were changed or deleted while they were
     * read.
     */
    static Problem changedMeanwhile() {
        return new Problem(Code.COMPACTION_CONFLICT, "The messages were changed during the compaction; retry.");
    }

    /**
     * Reads the messages of the range with their texts, and returns the input of the summarizer. Earlier summaries in
     * the range are passed as the previous summary.
     *
     * @param model name of the model that the session or its agent specifies, or null
     */
    private SummaryRequest request(SessionName name, Range range, String model) {
        var messages = new ArrayList<byte[]>();
        var previous = new ArrayList<String>();
        var end = VisibleHistory.isSynthetic(range.to()) ? range.history().leafId() : range.to();
        var pieces = histories
                .history(name, new HistoryQuery(end, null, null, null, null, false))
                .pieces();
        boolean inside = false;
        boolean after = false;
        for (var piece = pieces.next(); !piece.isEmpty() && !after; piece = pieces.next()) {
            for (var json : piece) {
                var id = MessageBody.of(json).id();
                inside |= id.equals(range.from());
                if (inside && !after && VisibleHistory.isSynthetic(id)) {
                    previous.add(MessageText.of(json).said());
                } else if (inside && !after) {
                    messages.add(json);
                }
                after |= id.equals(range.to());
            }
        }
        var before = previous.isEmpty() ? null : String.join("\n\n", previous);
        return new SummaryRequest(name, List.copyOf(messages), before, targetTokens(range.tokens(), before), model);
    }

    private int targetTokens(long tokens, String previousSummary) {
        int kept = previousSummary == null ? 0 : Math.min(MAX_KEPT_TOKENS, Tokens.of(previousSummary));
        int most = settings.summaryMaxLength() / CHARACTERS_PER_TOKEN;
        return (int) Math.min(most, Math.max(Math.max(MIN_TOKENS, kept), tokens / SHARE));
    }
}
