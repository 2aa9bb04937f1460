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
 * Reads the messages at the end of a path that the running summary does not cover yet. Reads backwards in growing pages, so
 * that the cost depends on these messages and not on the length of the path.
 *
 * @param leafId the path's last message
 * @param maxTokens limit of the tokens of all messages; the newest that fit are returned, at least one
 */
record NewMessages(Histories histories, SessionName name, String leafId, long maxTokens) {
    private static final int FIRST_PAGE = 10;
    private static final int LARGEST_PAGE = 200;

    /** Bytes of the bodies of a page. */
    private static final long MAX_BYTES = 8 << 20;

    /** True when a message exists on the path. */
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

    /** The messages after one of the path, oldest first, without compactions; 404 {@code message-not-found}. */
    List<byte[]> after(String id) {
        return read(id, true);
    }

    /** The end of the history, with the summaries of compactions, oldest first. */
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
