package dev.coppice.search.index;

import java.util.HashSet;
import java.util.Set;

/**
 * The documents of one type that do not match the rows in the database. All are given by their ids.
 *
 * @param type type of the documents
 * @param missing ids of rows without a document
 * @param wrong ids of documents that do not have the content that their row has now
 * @param stale ids of documents with a row that was deleted or should have no document
 */
public record Mismatches(DocumentType type, Set<Object> missing, Set<Object> wrong, Set<Object> stale) {
    static final Mismatches NONE = new Mismatches(DocumentType.MESSAGE, Set.of(), Set.of(), Set.of());

    Set<Object> all() {
        var all = new HashSet<>(missing);
        all.addAll(wrong);
        all.addAll(stale);
        return all;
    }

    boolean isEmpty() {
        return missing.isEmpty() && wrong.isEmpty() && stale.isEmpty();
    }
}
