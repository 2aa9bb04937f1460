package dev.coppice.search;

import dev.coppice.message.Edit;
import dev.coppice.message.Position;

/**
 * How far a walk over everything that is indexed has come: over the messages by their keys, then over the edits by
 * theirs. Immutable.
 */
public record Place(Class<? extends IndexedText> type, long tree, long branch, int depth) {
    static final Place START = new Place(IndexedMessage.class, -1, -1, -1);
    private static final Place EDITS = new Place(IndexedEdit.class, -1, -1, -1);

    boolean isAtMessages() {
        return type == IndexedMessage.class;
    }

    /** Where the walk goes on when there is no more of this type; null at its end. */
    Place nextType() {
        return isAtMessages() ? EDITS : null;
    }

    static Place behind(Position at) {
        return new Place(IndexedMessage.class, -1, at.branch(), at.depth());
    }

    static Place behind(Edit.Key key) {
        return new Place(IndexedEdit.class, key.tree(), key.branch(), key.depth());
    }

    @Override
    public String toString() {
        return (isAtMessages() ? "message" : "edit") + ":" + tree + ":" + branch + ":" + depth;
    }

    static Place parse(String text) {
        var parts = text.split(":");
        return new Place(
                parts[0].equals("message") ? IndexedMessage.class : IndexedEdit.class,
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Integer.parseInt(parts[3]));
    }
}
