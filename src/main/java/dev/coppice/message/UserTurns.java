package dev.coppice.message;

import dev.coppice.format.ToolUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the messages that begin a user turn: messages with role {@code user}, except those that contain tool results
 * and no text. In Anthropic's format, tool results have that role too. A message without text has an empty preview, so
 * only the bodies of user messages with an empty preview are read. Not thread-safe.
 */
final class UserTurns {
    private static final long MAX_BYTES = 1 << 20;

    private final MessageRows rows;
    private final Set<Position> found = new HashSet<>();
    private final List<Position> undecided = new ArrayList<>();
    private long bytes;

    private UserTurns(MessageRows rows) {
        this.rows = rows;
    }

    /**
     * Returns the positions of those of the given messages that begin a user turn. Reads bodies in parts of about 1
     * MiB, and holds one part in memory at a time.
     *
     * @param candidates messages of any role
     * @param rows reads the bodies
     */
    static Set<Position> among(List<MessageRow> candidates, MessageRows rows) {
        var turns = new UserTurns(rows);
        candidates.forEach(turns::add);
        turns.inspect();
        return turns.found;
    }

    private void add(MessageRow row) {
        if (!row.role().equalsIgnoreCase("user")) {
            return;
        }
        if (!row.preview().isBlank()) {
            found.add(row.position());
            return;
        }
        if (bytes + row.bytes() > MAX_BYTES) {
            inspect();
        }
        undecided.add(row.position());
        bytes += row.bytes();
    }

    private void inspect() {
        rows.bodies(undecided).forEach((position, body) -> {
            if (ToolUse.of(body).results().isEmpty()) {
                found.add(position);
            }
        });
        undecided.clear();
        bytes = 0;
    }
}
