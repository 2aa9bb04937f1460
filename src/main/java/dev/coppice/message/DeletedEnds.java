package dev.coppice.message;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The deleted messages at which compactions of a session begin or end, as an export writes them. A compaction applies
 * only to paths through the rows of both ends, so a copy of the session's tree needs these rows too. For one read or
 * one transaction; not thread-safe.
 */
final class DeletedEnds {
    private static final String RENAMED = "deleted-";

    private final TreeReader reader;
    private final Map<Position, StoredMessage> ends = new LinkedHashMap<>();

    DeletedEnds(TreeReader reader, List<OverlaySpan> spans) {
        this.reader = reader;
        spans.forEach(span -> {
            add(span.from(), span.fromId());
            add(span.to(), span.toId());
        });
        var positions = ends.keySet().stream()
                .sorted(Comparator.comparingInt(Position::depth))
                .toList();
        for (var at : positions) {
            var end = ends.get(at);
            ends.put(at, new StoredMessage(0, end.id(), parentOf(at, end.parentId()), 0, null));
        }
    }

    private void add(Position at, String name) {
        if (!ends.containsKey(at) && reader.rows.at(at).isEmpty()) {
            boolean isUsed = reader.find(name).isPresent()
                    || ends.values().stream().anyMatch(end -> end.id().equals(name));
            var id = isUsed ? RENAMED + at.branch() + '-' + at.depth() : name;
            ends.put(at, new StoredMessage(0, id, liveParent(at), 0, null));
        }
    }

    private String liveParent(Position at) {
        return reader.parent(at).map(MessageRow::id).orElse(null);
    }

    /**
     * Returns the id by which an export names the first or last message of a compaction. This is {@code name}, with one
     * exception: if the message was deleted and another message of the export has this id, the result is a new id such
     * as {@code deleted-17-4}.
     *
     * @param at position of the first or last message of the compaction
     * @param name id that the message had when the compaction was stored
     */
    String idAt(Position at, String name) {
        var end = ends.get(at);
        return end == null ? name : end.id();
    }

    /**
     * Returns the id of the parent that an export names for a message: the nearest message above it that the export
     * contains. The export contains messages that are not deleted, and deleted messages at which a compaction begins or
     * ends. Null for a root.
     *
     * @param at position of the message
     * @param liveParent id of the nearest message above that is not deleted; null if there is none
     */
    String parentOf(Position at, String liveParent) {
        Position nearest = null;
        for (var end : ends.keySet()) {
            boolean isAbove = end.depth() < at.depth()
                    && Objects.equals(liveParent(end), liveParent)
                    && reader.branches.isOnPath(end, at);
            nearest = isAbove && (nearest == null || nearest.depth() < end.depth()) ? end : nearest;
        }
        return nearest == null ? liveParent : ends.get(nearest).id();
    }

    /**
     * Returns the deleted messages that an export writes directly after a given message, the one nearest to the root
     * first. Each of them is the first or last message of a compaction, and the given message is the nearest message
     * above it that is not deleted.
     *
     * @param liveParent id of the given message; null for the deleted messages that have no such message above
     */
    List<StoredMessage> below(String liveParent) {
        var below = new ArrayList<Position>(ends.keySet());
        below.removeIf(end -> !Objects.equals(liveParent(end), liveParent));
        below.sort(Comparator.comparingInt(Position::depth));
        return below.stream().map(ends::get).toList();
    }

    boolean isEmpty() {
        return ends.isEmpty();
    }
}
