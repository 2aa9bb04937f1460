package dev.coppice.db;

import jakarta.persistence.TypedQuery;
import java.util.Optional;

/**
 * Reads results of queries. For an HQL query with several columns, pass {@code createQuery} a record whose components
 * match the columns. Its components must have wrapper types ({@code Long}), because Hibernate 6 looks for exactly that
 * constructor.
 */
public final class Results {
    private Results() {}

    /**
     * Returns the first row of a query, or empty if there is none. For queries that find at most one row: it reads all
     * rows.
     */
    public static <T> Optional<T> first(TypedQuery<T> query) {
        return query.getResultList().stream().findFirst();
    }
}
