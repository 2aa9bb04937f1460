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
import dev.coppice.message.HistoryQuery;
import dev.coppice.session.Session;
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
 * Reads the input of an agent's next model call, all of it at one version of the session. Reads the session's version
 * before and after the other data. If the two versions differ, reads everything again. After four attempts, locks the
 * session and reads everything under the lock. If the query has limits, the cost does not depend on the length of the
 * session.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Turns {
    /**
     * Maximum number of attempts to read the input of a model call without the session's lock. If the session changed
     * during each attempt, the input is read once more under the lock. So a session that is constantly written to does
     * not delay the response for long.
     */
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

    /**
     * This bean through its EJB proxy. {@link #locked} is called through the proxy, so that it runs in a transaction of
     * its own.
     */
    @EJB
    private Turns self;

    /**
     * Reads the input of a model call. The result is valid for the model provider; for example, each tool call has a
     * result. The first call for a session freezes the system prompt, unless the agent has {@code cachedPrompt: false}.
     * Nothing else is written, and no version or time of the session changes. Of the messages that the query selects,
     * reads the newest with at most {@code coppice.turn.max-bytes} bytes together, but at least the last one. Of these,
     * leaves out those before the first user message or summary, except system messages. Throws 404
     * {@code session-not-found} if the session does not exist, 404 {@code message-not-found} if {@code query.leafId} is
     * unknown, 503 {@code busy} if the session's lock is not available in time, and the errors of
     * {@link Prompts#freeze(SessionName, Session, boolean)}, such as 422 {@code invalid} if the blocks have more than
     * {@code coppice.prompt.max-bytes} bytes.
     */
    public TurnInput turn(SessionName name, TurnQuery query) {
        return turn(name, query, bytes -> {});
    }

    /**
     * Reads the input of a model call, as {@link #turn(SessionName, TurnQuery)} does, and reports how much memory it
     * needs. Throws the same errors.
     *
     * @param memory called before the stored messages are read, with the number of their bytes, at most twice per
     *     attempt; not called by the attempt that holds the session's lock. May refuse the messages by throwing an
     *     exception, which this method then throws too.
     */
    public TurnInput turn(SessionName name, TurnQuery query, LongConsumer memory) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            var turn = read(name, query, memory);
            if (turn.isPresent()) {
                return turn.get();
            }
        }
        return self.locked(name, query);
    }

    /**
     * Reads the input of a model call under the session's lock, so that no write can disturb the reading; otherwise
     * like {@link #turn(SessionName, TurnQuery)}, with the same errors. Throws 503 {@code busy} if the lock is not
     * available in time.
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRED)
    public TurnInput locked(SessionName name, TurnQuery query) {
        sessions.lock(name, Precondition.NONE);
        return read(name, query, bytes -> {}).orElseThrow();
    }

    /**
     * Reads the input of a model call once. Takes no lock, except to store a prompt that is frozen for the first time.
     * Empty if the session was changed meanwhile.
     *
     * @param memory called before the stored messages are read, with the number of their bytes
     */
    private Optional<TurnInput> read(SessionName name, TurnQuery query, LongConsumer memory) {
        var session = sessions.read(name);
        var system = system(name, session);
        var sessionBlocks = blocks.of(name, session);
        var toolList = tools.of(name, sessionBlocks);
        var read = window(session, query, memory);
        if (read.isEmpty()) {
            return Optional.empty();
        }
        var window = read.get();
        var history = window.history();
        var conversion = window.conversion();
        var messages = window.messages();
        var summary = summaries.of(session).map(SummaryInfo::summary).orElse(null);
        var profile = profiles.of(session).map(ProfileInfo::json).orElse(null);
        if (!sessions.isCurrent(session)) {
            return Optional.empty();
        }
        boolean truncated = history.truncated() || conversion.isShortened();
        return Optional.of(new TurnInput(
                session.sessionId(),
                history.leafId(),
                session.version(),
                query.format(),
                system.prompt(),
                system.reminder(),
                messages,
                summary,
                profile,
                session.metadata(),
                toolList,
                tokens(query.format(), system, messages, toolList, sessionBlocks.counter()),
                history.pathLength(),
                truncated,
                conversion.isShortened() && conversion.first() != null ? conversion.first() : history.before(),
                history.diagnostics().get()));
    }

    /**
     * The frozen system prompt with its reminder.
     *
     * @param prompt the frozen system prompt
     * @param reminder those sections of the prompt that have changed since the prompt was frozen; null if none has
     */
    private record SystemPrompt(String prompt, String reminder) {}

    /**
     * Returns a session's frozen prompt with its reminder. Freezes the prompt if the session has no frozen one. Loads
     * the blocks to build the reminder only if the prompt is stale.
     */
    private SystemPrompt system(SessionName name, Session session) {
        var frozen = prompts.freeze(name, session, false);
        if (!frozen.stale()) {
            return new SystemPrompt(frozen.prompt(), null);
        }
        var withReminder = prompts.freeze(name, session, true);
        var reminder = withReminder.reminder();
        return new SystemPrompt(withReminder.prompt(), reminder == null || reminder.isEmpty() ? null : reminder);
    }

    /**
     * The messages of a turn: a part of the session's history, converted to the format of the turn.
     *
     * @param history the part of the history that the turn contains
     * @param conversion the converter of the messages to the format, which has already converted all messages of
     *     {@code history}
     * @param messages the JSON of each converted message, oldest first
     */
    private record Window(History history, Conversion conversion, List<byte[]> messages) {
        /**
         * True if older messages must be added: this part of the history contains neither a user message nor a summary,
         * and the path has older messages. They must be added, because a model's input must begin with a user message
         * or a summary.
         */
        boolean lacksUser() {
            return conversion.first() == null && history.truncated();
        }
    }

    /**
     * Reads the messages that the query selects. A model's input must begin with a user message or a summary. If the
     * query limits the number of messages ({@code last}) and the selected ones contain neither, reads further back: up
     * to the nearest user message or summary among the {@code coppice.turn.max-back} messages before them. If there is
     * none, returns the messages that the query selects. Empty if the session changed meanwhile.
     *
     * @param memory called before the stored messages are read, with the number of their bytes; at most twice
     */
    private Optional<Window> window(Session session, TurnQuery query, LongConsumer memory) {
        var historyQuery = query.history(settings.maxBytes());
        var window = read(session, query, historyQuery, memory);
        if (query.last() == null || window.filter(Window::lacksUser).isEmpty()) {
            return window;
        }
        var extended = read(session, query, historyQuery.backToUser(settings.maxBack()), memory);
        return extended.isEmpty() || extended.get().conversion().first() != null ? extended : window;
    }

    /**
     * Reads the messages of a history query, repairs incomplete tool calls, and converts the messages to the turn's
     * format. Empty if the session changed meanwhile.
     *
     * @param memory called before the stored messages are read, with the number of their bytes
     */
    private Optional<Window> read(Session session, TurnQuery query, HistoryQuery historyQuery, LongConsumer memory) {
        var conversion = new Conversion(query.format(), true, query.toolResults());
        return histories.history(session, historyQuery).map(read -> {
            var history = read.repaired().converted(conversion);
            memory.accept(history.bytes());
            return new Window(history, conversion, history.pieces().all());
        });
    }

    private static TurnTokens tokens(
            MessageFormat format, SystemPrompt system, List<byte[]> messages, List<Tool> tools, TokenCounter counter) {
        long history = messages.stream()
                .mapToLong(message -> MessageTokens.of(message, counter))
                .sum();
        long prompt =
                counter.count(system.prompt()) + (system.reminder() == null ? 0 : counter.count(system.reminder()));
        var toolJson = new String(new ToolList(tools, TurnInput.toolFormat(format)).toBytes(), StandardCharsets.UTF_8);
        return new TurnTokens(history, prompt, tools.isEmpty() ? 0 : counter.count(toolJson));
    }
}
