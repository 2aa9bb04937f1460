package dev.coppice.mcp;

import dev.coppice.Ids;
import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.message.Entries;
import dev.coppice.message.Histories;
import dev.coppice.message.HistoryQuery;
import dev.coppice.message.LeafIds;
import dev.coppice.message.Summaries;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * Reads parts of conversations for models. Takes no lock. Every method throws 404 {@code session-not-found} if the
 * session does not exist.
 */
@ApplicationScoped
class Conversations {
    /**
     * Maximum number of messages in one part of a conversation. With more messages, the default limit of a result
     * ({@code coppice.mcp.result-characters}) would leave fewer than 400 characters for each message.
     */
    static final int MAX_MESSAGES = 100;

    static final int DEFAULT_MESSAGES = 20;

    /**
     * Maximum number of branches on one page of branches. A model rarely needs more, and can get the next page with a
     * cursor.
     */
    private static final int MAX_LEAVES = 20;

    @Inject
    private Histories histories;

    @Inject
    private Entries entries;

    @Inject
    private Summaries summaries;

    @Inject
    private Request request;

    @Inject
    private McpSettings settings;

    @Inject
    private Settings limits;

    /**
     * Returns the last messages of a path, as many as have at most {@code coppice.message.max-bytes} bytes together,
     * but at most {@code last}. Shortens their texts to about {@code coppice.mcp.result-characters} characters
     * together. Throws 404 {@code message-not-found} if no message has the id {@code leafId} or {@code before}, or if
     * the message {@code before} is not on the path, 503 {@code busy} if not enough memory is free.
     *
     * @param last maximum number of messages
     * @param before id of the message before which the result ends; null to end with the last message of the path
     * @param leafId id of the last message of the path; of a summary, for the last message that the summary replaces;
     *     null for the session's leaf (the message appended last)
     */
    Conversation read(SessionName name, int last, String before, String leafId) {
        long maxBytes = limits.messageMaxBytes();
        var leaf = isSummary(leafId) ? summaries.lastMessage(name, leafId) : leafId;
        var history = histories.history(name, new HistoryQuery(leaf, last, before, null, maxBytes, false));
        request.reserveMemory(history.bytes());
        return new Conversation(
                name.id(),
                name.namespace(),
                history.leafId(),
                history.pathLength(),
                MessageView.of(history.pieces().all(), settings.resultCharacters()),
                history.truncated() ? history.before() : null);
    }

    /** Returns the last {@value #DEFAULT_MESSAGES} messages of a session, as {@link #read} does. */
    Conversation latest(SessionName name) {
        return read(name, DEFAULT_MESSAGES, null, null);
    }

    /**
     * Returns a page of the session's branches: the ids of their last messages, at most {@value #MAX_LEAVES}. Reads no
     * bodies of messages. Throws 400 {@code malformed} if the cursor is invalid.
     *
     * @param cursor cursor of the page, or null for the first page
     */
    LeafIds leaves(SessionName name, String cursor) {
        return entries.leafIds(name, MAX_LEAVES, cursor);
    }

    /**
     * Returns one message or summary with its whole text. Throws 404 {@code message-not-found} if it does not exist,
     * 503 {@code busy} if not enough memory is free for a message.
     */
    MessageView message(SessionName name, String id) {
        return MessageView.whole(
                isSummary(id)
                        ? summaries.message(name, id)
                        : entries.get(name, id, request::reserveMemory).message());
    }

    private static boolean isSummary(String id) {
        return id != null && id.startsWith(Ids.RESERVED);
    }
}
