package dev.coppice.search;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How far a walk over everything that is indexed has come: over one type after the other, each in the order of its keys.
 * Immutable.
 *
 * @param key the numbers of the last key that was looked at
 */
public record Place(DocumentType type, List<Long> key) {
    static final Place START = before(DocumentType.MESSAGE);
    private static final String BETWEEN = ":";

    public Place {
        key = List.copyOf(key);
        if (key.size() != type.parts().size()) {
            throw new IllegalArgumentException("A key of another type");
        }
    }

    private static Place before(DocumentType type) {
        return new Place(type, Collections.nCopies(type.parts().size(), -1L));
    }

    /** Where the edits of a tree begin. */
    static Place beforeEditsOf(long tree) {
        return new Place(DocumentType.EDIT, List.of(tree, -1L, -1L));
    }

    static Place behind(DocumentType type, Object id) {
        return new Place(type, type.numbers(id));
    }

    /** Where the walk goes on when there is no more of this type; null at its end. */
    Place nextType() {
        return type.next() == null ? null : before(type.next());
    }

    /** True when the two keys differ in nothing but their last numbers. */
    boolean isBeside(Place other) {
        int last = key.size() - 1;
        return type == other.type && key.subList(0, last).equals(other.key.subList(0, last));
    }

    @Override
    public String toString() {
        return type.index() + BETWEEN + key.stream().map(String::valueOf).collect(Collectors.joining(BETWEEN));
    }

    static Place parse(String text) {
        var parts = text.split(BETWEEN);
        return new Place(
                DocumentType.of(parts[0]),
                Stream.of(parts).skip(1).map(Long::valueOf).toList());
    }
}
