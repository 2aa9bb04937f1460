package dev.coppice.message;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which rows are something that a user has said. Anthropic puts what a tool gave back into a user's message too: such a one
 * has no text, and only then its body is looked at.
 */
final class Requests {
    private static final long MAX_BYTES = 1 << 20;

    private final Rows reader;
    private final Set<Position> found = new HashSet<>();
    private final List<Position> doubtful = new ArrayList<>();
    private long bytes;

    private Requests(Rows reader) {
        this.reader = reader;
    }

    /** Bodies are read about a megabyte at a time, and not kept. */
    static Set<Position> among(List<Row> rows, Rows reader) {
        var requests = new Requests(reader);
        rows.forEach(requests::add);
        requests.look();
        return requests.found;
    }

    private void add(Row row) {
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
        reader.bodies(doubtful).forEach((position, body) -> {
            if (ToolUse.of(body).results().isEmpty()) {
                found.add(position);
            }
        });
        doubtful.clear();
        bytes = 0;
    }
}
