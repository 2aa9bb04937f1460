package dev.coppice.search.index;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Position in a scan of all database rows that may have documents, or of all documents. A scan reads one document type
 * after another, and each type in the order of its keys. Immutable.
 *
 * @param type the type that is being scanned
 * @param key the key of the last row or document that was read, see {@link DocumentType#numbers}; all its numbers are
 *     -1 before the first one
 */
public record ScanPosition(DocumentType type, List<Long> key) {
    static final ScanPosition START = before(DocumentType.MESSAGE);
    private static final String SEPARATOR = ":";

    public ScanPosition {
        key = List.copyOf(key);
        if (key.size() != type.fields().size()) {
            throw new IllegalArgumentException("The key has a wrong number of parts for " + type);
        }
    }

    /** Returns the position at which a scan of one document type begins. */
    private static ScanPosition before(DocumentType type) {
        return new ScanPosition(type, Collections.nCopies(type.fields().size(), -1L));
    }

    /** Returns the position of a scan before the first edit of a tree. */
    static ScanPosition beforeEditsOf(long tree) {
        return new ScanPosition(DocumentType.EDIT, List.of(tree, -1L, -1L));
    }

    /** Returns the position after the row or document with this primary key. */
    static ScanPosition after(DocumentType type, Object id) {
        return new ScanPosition(type, DocumentType.numbers(id));
    }

    /** Returns the position before the first row of the next document type; null if this is the last type. */
    ScanPosition nextType() {
        return type.next() == null ? null : before(type.next());
    }

    /** True if both positions have the same type and their keys differ at most in the last number. */
    boolean isEqualExceptLast(ScanPosition other) {
        int last = key.size() - 1;
        return type == other.type && key.subList(0, last).equals(other.key.subList(0, last));
    }

    @Override
    public String toString() {
        return type.index() + SEPARATOR + key.stream().map(String::valueOf).collect(Collectors.joining(SEPARATOR));
    }

    /** Parses the result of {@link #toString}. Throws an IllegalArgumentException if the type or the key is invalid. */
    static ScanPosition parse(String text) {
        var parts = text.split(SEPARATOR);
        return new ScanPosition(
                DocumentType.of(parts[0]),
                Stream.of(parts).skip(1).map(Long::valueOf).toList());
    }
}
