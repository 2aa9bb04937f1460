package dev.coppice.db;

import jakarta.persistence.TypedQuery;
import java.util.Optional;

/** The first result of a query. Limits nothing: the query itself must select one row, or set its maximum. */
public final class FirstResult {
    private FirstResult() {}

    /** The first result; empty when there is none. */
    public static <T> Optional<T> of(TypedQuery<T> query) {
        return query.getResultList().stream().findFirst();
    }
}
