package dev.coppice.turn;

import dev.coppice.api.Precondition;
import dev.coppice.context.ContextBlocks;
import dev.coppice.context.Prompts;
import dev.coppice.format.Conversion;
import dev.coppice.format.MessageFormat;
import dev.coppice.format.MessageTokens;
import dev.coppice.format.TokenCounter;
import dev.coppice.memory.ProfileInfo;
import dev.coppice.memory.Profiles;
import dev.coppice.memory.SessionSummaries;
import dev.coppice.memory.SummaryInfo;
import dev.coppice.message.Histories;
import dev.coppice.message.History;
import dev.coppice.message.TruncatedPieces;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import dev.coppice.tool.Tool;
import dev.coppice.tool.ToolList;
import dev.coppice.tool.Tools;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Reads what an agent puts into its next call of a model. All of it belongs to one moment: the session's version is read
 * first and last, and all is read again when it has moved. Of a session that is written to all the time the last attempt
 * is made under its lock. A window costs the same however long the session is.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Turns {
    /** Without a lock; a reader that writers have disturbed so often queues up with them. */
    private static final int ATTEMPTS = 4;

    @Inject
    private Sessions sessions;

    @Inject
    private Histories histories;

    @Inject
    private ContextBlocks blocks;

    @Inject
    private Prompts prompts;

    @Inject
    private Tools tools;

    @Inject
    private SessionSummaries summaries;

    @Inject
    private Profiles profiles;

    @Inject
    private TurnSettings settings;

    /** This bean as others see it: what is read under the lock is a transaction of its own. */
    @EJB
    private Turns self;

    /**
     * The input of a turn, valid for the provider. A first one freezes the system prompt; nothing else is written, and
     * neither version nor times of the session move. Has at most {@code coppice.turn.max-bytes} of messages, the newest,
     * but always the leaf. 404 {@code session-not-found}, and {@code message-not-found} for an unknown leaf; 503
     * {@code busy} when the lock cannot be had.
     */
    public TurnInput turn(SessionName name, TurnQuery query) {
        return turn(name, query, bytes -> {});
    }

    /**
     * As {@link #turn(SessionName, TurnQuery)}, for callers who are many at once.
     *
     * @param room told how many bytes of stored messages are about to be read, perhaps again; what it throws ends the call
     */
    public TurnInput turn(SessionName name, TurnQuery query, LongConsumer room) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            var turn = read(name, query, room);
            if (turn.isPresent()) {
                return turn.get();
            }
        }
        return self.undisturbed(name, query);
    }

    /** As {@link #turn(SessionName, TurnQuery)}, while no writer is at work on the session: it waits for nothing. */
    @TransactionAttribute(TransactionAttributeType.REQUIRED)
    public TurnInput undisturbed(SessionName name, TurnQuery query) {
        sessions.lock(name, Precondition.NONE);
        return read(name, query, bytes -> {}).orElseThrow();
    }

    /** Empty when the session was written to meanwhile. */
    private Optional<TurnInput> read(SessionName name, TurnQuery query, LongConsumer room) {
        var session = sessions.read(name);
        var system = system(name);
        var toolbox = tools.of(name);
        var counter = blocks.of(name, session).counter();
        var conversion = new Conversion(query.shape(), true, query.toolResults());
        var history = history(name, query).converted(conversion);
        room.accept(history.bytes());
        var messages = history.pieces().all();
        var summary = summaries.of(session).map(SummaryInfo::summary).orElse(null);
        var profile = profiles.of(session).map(ProfileInfo::json).orElse(null);
        var after = sessions.read(name);
        if (after.id() != session.id() || after.version() != session.version()) {
            return Optional.empty();
        }
        boolean truncated = history.truncated() || conversion.isShortened();
        return Optional.of(new TurnInput(
                session.sessionId(),
                history.leafId(),
                session.version(),
                query.shape(),
                system.prompt(),
                system.reminder(),
                messages,
                summary,
                profile,
                session.metadata(),
                toolbox,
                tokens(query.shape(), system, messages, toolbox, counter),
                history.pathLength(),
                truncated,
                conversion.isShortened() && conversion.first() != null ? conversion.first() : history.before(),
                history.diagnostics().get()));
    }

    /** @param reminder null when nothing has changed */
    private record SystemPrompt(String prompt, String reminder) {}

    /** Blocks are loaded only when one of them may have changed. */
    private SystemPrompt system(SessionName name) {
        var frozen = prompts.freeze(name, false);
        if (!frozen.stale()) {
            return new SystemPrompt(frozen.prompt(), null);
        }
        var fresh = prompts.freeze(name, true);
        boolean says = fresh.reminder() != null && !fresh.reminder().isEmpty();
        return new SystemPrompt(fresh.prompt(), says ? fresh.reminder() : null);
    }

    private History history(SessionName name, TurnQuery query) {
        var history = histories
                .history(name, query.history(settings.maxBytes()))
                .repaired();
        return query.cutsOutputs() ? history.withTruncatedOutputs(TruncatedPieces.NEWEST) : history;
    }

    private static TurnTokens tokens(
            MessageFormat shape, SystemPrompt system, List<byte[]> messages, List<Tool> tools, TokenCounter counter) {
        long history = messages.stream()
                .mapToLong(message -> MessageTokens.of(message, counter))
                .sum();
        long prompt =
                counter.count(system.prompt()) + (system.reminder() == null ? 0 : counter.count(system.reminder()));
        var told = new String(new ToolList(tools, TurnInput.toolFormat(shape)).toBytes(), StandardCharsets.UTF_8);
        return new TurnTokens(history, prompt, tools.isEmpty() ? 0 : counter.count(told));
    }
}
