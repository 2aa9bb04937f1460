package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.format.MessageBody;
import dev.coppice.message.Histories;
import dev.coppice.message.History;
import dev.coppice.message.HistoryQuery;
import dev.coppice.session.SessionName;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Reads the messages at the end of a path that the running summary of a session does not cover yet. Reads backwards in
 * growing pages, so the cost depends on the number of these messages and not on the length of the path.
 *
 * @param histories reads the pages
 * @param name name of the session
 * @param leafId id of the path's last message
 * @param maxTokens maximum tokens of all returned messages together; the newest messages that fit are returned, at
 *     least one, or fewer if a page reaches {@link #MAX_BYTES}. The oldest of them may exceed this limit
 */
record NewMessages(Histories histories, SessionName name, String leafId, long maxTokens) {
    private static final int FIRST_PAGE = 10;
    private static final int LARGEST_PAGE = 200;

    /**
     * Maximum bytes of the message bodies in a page, so that an update needs little memory even if messages are large.
     * A page that ends because of this limit is the last one that is read.
     */
    private static final long MAX_BYTES = 8 << 20;

    /** True if the message with this id is on the path that this object reads. */
    boolean isOnPath(String id) {
        try {
            page(1, id, maxTokens, true);
            return true;
        } catch (Problem e) {
            if (e.code() == Code.MESSAGE_NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Returns the original messages after the message with this id, oldest first. If they have more than
     * {@code maxTokens} tokens together, returns only the newest of them. If no message on the path has this id,
     * returns the newest messages of the path. Throws 404 {@code message-not-found} if the last message of the path no
     * longer exists.
     */
    List<byte[]> after(String id) {
        return read(id, true);
    }

    /**
     * Returns the messages of the path, oldest first, with summaries in place of compacted messages. Returns only the
     * newest of them if all have more than {@code maxTokens} tokens together, but at least one. Throws 404
     * {@code message-not-found} if the last message of the path no longer exists.
     */
    List<byte[]> all() {
        return read(null, false);
    }

    private List<byte[]> read(String after, boolean raw) {
        var found = new ArrayDeque<byte[]>();
        String before = null;
        long left = maxTokens;
        for (int size = FIRST_PAGE; left > 0; size = Math.min(size * 2, LARGEST_PAGE)) {
            var page = page(size, before, left, raw);
            var messages = page.pieces().all();
            for (int i = messages.size() - 1; i >= 0; i--) {
                if (MessageBody.of(messages.get(i)).id().equals(after)) {
                    return List.copyOf(found);
                }
                found.addFirst(messages.get(i));
            }
            if (!page.truncated() || messages.size() < size) {
                break;
            }
            left -= page.tokens();
            before = page.before();
        }
        return List.copyOf(found);
    }

    private History page(int size, String before, long tokens, boolean raw) {
        return histories.history(name, new HistoryQuery(leafId, size, before, tokens, MAX_BYTES, raw));
    }
}
