package dev.coppice.search.index;

import java.util.HashSet;
import java.util.Set;

/** Ids of documents of one type that are not what the tables say: not there, made of something else, or too many. */
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
