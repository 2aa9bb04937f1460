package dev.coppice.search;

import java.util.HashSet;
import java.util.Set;

/** Ids of documents of one type that are not what the tables say: not there, made of something else, or too many. */
public record Findings(DocumentType type, Set<Object> missing, Set<Object> wrong, Set<Object> stale) {
    static final Findings NONE = new Findings(DocumentType.MESSAGE, Set.of(), Set.of(), Set.of());

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
