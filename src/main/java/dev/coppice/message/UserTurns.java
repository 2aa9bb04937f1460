package dev.coppice.message;

import dev.coppice.format.ToolUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which rows are something that a user has said. Anthropic puts what a tool gave back into a user's message too: such a one
 * has no text, and only then its body is looked at.
 */
final class UserTurns {
    private static final long MAX_BYTES = 1 << 20;

    private final MessageRows rows;
    private final Set<Position> found = new HashSet<>();
    private final List<Position> doubtful = new ArrayList<>();
    private long bytes;

    private UserTurns(MessageRows rows) {
        this.rows = rows;
    }

    /** Bodies are read about a megabyte at a time, and not kept. */
    static Set<Position> among(List<MessageRow> some, MessageRows rows) {
        var turns = new UserTurns(rows);
        some.forEach(turns::add);
        turns.look();
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
            look();
        }
        doubtful.add(row.position());
        bytes += row.bytes();
    }

    private void look() {
        rows.bodies(doubtful).forEach((position, body) -> {
            if (ToolUse.of(body).results().isEmpty()) {
                found.add(position);
            }
        });
        doubtful.clear();
        bytes = 0;
    }
}
