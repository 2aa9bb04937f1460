package dev.coppice.db;

import jakarta.persistence.TypedQuery;
import java.util.Optional;

/** Reads results of queries. */
public final class Results {
    private Results() {}

    /** The first row of a query, or empty; for queries that find one row at most. */
    public static <T> Optional<T> first(TypedQuery<T> query) {
        return query.getResultList().stream().findFirst();
    }
}
