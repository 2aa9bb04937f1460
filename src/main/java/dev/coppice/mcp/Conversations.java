package dev.coppice.mcp;

import dev.coppice.Settings;
import dev.coppice.message.Entries;
import dev.coppice.message.Entry;
import dev.coppice.message.Histories;
import dev.coppice.message.HistoryQuery;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Reads parts of conversations for models. Takes no lock. Every method throws 404 {@code session-not-found} if the
 * session does not exist.
 */
@ApplicationScoped
class Conversations {
    /** Maximum number of messages in one part of a conversation. */
    static final int MAX_MESSAGES = 100;

    static final int DEFAULT_MESSAGES = 20;

    /** Maximum number of branches whose last messages are listed. */
    private static final int MAX_LEAVES = 20;

    @Inject
    private Histories histories;

    @Inject
    private Entries entries;

    @Inject
    private McpSettings settings;

    @Inject
    private Settings limits;

    /**
     * Returns the last messages of a path. If they have more bytes together than {@code coppice.message.max-bytes},
     * returns fewer than {@code last}. Their texts together are shortened to about
     * {@code coppice.mcp.result-characters}. Throws 404 {@code message-not-found} if no message has the id
     * {@code before} or {@code leafId}.
     *
     * @param last maximum number of messages
     * @param before id of a message; only messages before it are read; null for all
     * @param leafId id of the last message of the path; null for the session's leaf (the message appended last)
     */
    Conversation read(SessionName name, int last, String before, String leafId) {
        long maxBytes = limits.messageMaxBytes();
        var history = histories.history(name, new HistoryQuery(leafId, last, before, null, maxBytes, false));
        var bodies = history.pieces().all();
        int share = settings.resultCharacters() / Math.max(1, bodies.size());
        var messages = bodies.stream().map(body -> MessageView.of(body, share)).toList();
        return new Conversation(
                name.id(),
                name.namespace(),
                history.leafId(),
                history.pathLength(),
                messages,
                history.truncated() ? history.before() : null,
                leaves(name));
    }

    /** Returns the last messages of a session. */
    Conversation latest(SessionName name) {
        return read(name, DEFAULT_MESSAGES, null, null);
    }

    private List<String> leaves(SessionName name) {
        var leaves = entries.leaves(name, MAX_LEAVES, null).items();
        return leaves.size() < 2 ? List.of() : leaves.stream().map(Entry::id).toList();
    }

    /**
     * Returns one message, shortened to about {@code coppice.mcp.result-characters}. Throws 404
     * {@code message-not-found} if it does not exist.
     */
    MessageView message(SessionName name, String id) {
        return MessageView.of(entries.get(name, id).message(), settings.resultCharacters());
    }
}
