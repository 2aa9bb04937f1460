package dev.coppice.db;

import jakarta.persistence.TypedQuery;
import java.util.Optional;

/**
 * Reads results of queries. If an HQL query has several columns, pass {@code createQuery} a record whose components
 * match the columns. The components must have wrapper types such as {@code Long}, because Hibernate 6 looks for a
 * constructor with exactly these types.
 */
public final class Results {
    private Results() {}

    /**
     * Returns the first row of a query, or empty if there is none. The method reads all rows, so the query should find
     * at most one.
     */
    public static <T> Optional<T> first(TypedQuery<T> query) {
        return query.getResultList().stream().findFirst();
    }
}
