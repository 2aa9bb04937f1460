package dev.coppice.search.index;

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
public record ScanPosition(DocumentType type, List<Long> key) {
    static final ScanPosition START = before(DocumentType.MESSAGE);
    private static final String BETWEEN = ":";

    public ScanPosition {
        key = List.copyOf(key);
        if (key.size() != type.parts().size()) {
            throw new IllegalArgumentException("A key of another type");
        }
    }

    private static ScanPosition before(DocumentType type) {
        return new ScanPosition(type, Collections.nCopies(type.parts().size(), -1L));
    }

    /** Where the edits of a tree begin. */
    static ScanPosition beforeEditsOf(long tree) {
        return new ScanPosition(DocumentType.EDIT, List.of(tree, -1L, -1L));
    }

    static ScanPosition behind(DocumentType type, Object id) {
        return new ScanPosition(type, type.numbers(id));
    }

    /** Where the walk goes on when there is no more of this type; null at its end. */
    ScanPosition nextType() {
        return type.next() == null ? null : before(type.next());
    }

    /** True when the two keys differ in nothing but their last numbers. */
    boolean isBeside(ScanPosition other) {
        int last = key.size() - 1;
        return type == other.type && key.subList(0, last).equals(other.key.subList(0, last));
    }

    @Override
    public String toString() {
        return type.index() + BETWEEN + key.stream().map(String::valueOf).collect(Collectors.joining(BETWEEN));
    }

    static ScanPosition parse(String text) {
        var parts = text.split(BETWEEN);
        return new ScanPosition(
                DocumentType.of(parts[0]),
                Stream.of(parts).skip(1).map(Long::valueOf).toList());
    }
}
