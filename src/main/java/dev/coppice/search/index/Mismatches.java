package dev.coppice.search.index;

import java.util.HashSet;
import java.util.Set;

/**
 * The documents of one type that do not match the rows in the database. Each is named by the primary key of its row
 * ({@link IndexedRow#id}).
 *
 * @param type type of the documents
 * @param missing keys of rows without a document
 * @param wrong keys of rows whose document does not have the current content of the row
 * @param stale keys of documents whose row was deleted or should have no document
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
