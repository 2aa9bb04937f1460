package dev.coppice.db;

import jakarta.persistence.TypedQuery;
import java.util.Optional;

/**
 * Reads results of queries. For several columns, give {@code createQuery} a record with these components; a query in HQL
 * needs wrapper types ({@code Long}), because Hibernate 6 looks for exactly that constructor.
 */
public final class Results {
    private Results() {}

    /** The first row of a query, or empty; for queries that find one row at most. */
    public static <T> Optional<T> first(TypedQuery<T> query) {
        return query.getResultList().stream().findFirst();
    }
}
