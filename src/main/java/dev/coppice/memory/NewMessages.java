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
 * The messages of a path that no summary stands for yet: found from its end, in pages that grow, so that they cost what they
 * are, however long the path is.
 *
 * @param leafId the path's last message
 * @param maxTokens that they may have together: the newest ones that fit, and at least the last
 */
record NewMessages(Histories histories, SessionName name, String leafId, long maxTokens) {
    private static final int FIRST_PAGE = 10;
    private static final int LARGEST_PAGE = 200;

    /** Bodies of a page, in memory. */
    private static final long MAX_BYTES = 8 << 20;

    /** True when a message is there, and on the path. */
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

    /** Those behind a message of the path, the oldest first, as they were said. */
    List<byte[]> behind(String id) {
        return read(id, true);
    }

    /** The end of the path as its readers see it: with the summaries of compactions in place of what they stand for. */
    List<byte[]> all() {
        return read(null, false);
    }

    private List<byte[]> read(String behind, boolean raw) {
        var found = new ArrayDeque<byte[]>();
        String before = null;
        long left = maxTokens;
        for (int size = FIRST_PAGE; left > 0; size = Math.min(size * 2, LARGEST_PAGE)) {
            var page = page(size, before, left, raw);
            var messages = page.pieces().all();
            for (int i = messages.size() - 1; i >= 0; i--) {
                if (MessageBody.of(messages.get(i)).id().equals(behind)) {
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
