package dev.coppice.session;

import java.util.EnumMap;
import java.util.Map;

/** Counts what the erasure of a user removes: the number of objects of each kind of data. Not thread-safe. */
public final class ErasureCount {
    /** Kinds of data that an erasure of a user removes and counts. */
    public enum Kind {
        SESSIONS("sessions"),
        MESSAGES("messages"),
        /** Context blocks that have stored content. */
        BLOCKS("blocks"),
        SUMMARIES("summaries"),
        PROFILES("profile"),
        VALUES("values"),
        RUNS("runs"),
        /** Messages and block entries that are removed from the search index. */
        INDEX_ENTRIES("indexEntries");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Returns the member name of this kind in the JSON of the response, for example {@code indexEntries}. */
        public String word() {
            return word;
        }
    }

    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);

    public void add(Kind kind, long count) {
        counts.merge(kind, count, Long::sum);
    }

    public void addAll(ErasureCount other) {
        other.counts.forEach(this::add);
    }

    public long of(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }
}
