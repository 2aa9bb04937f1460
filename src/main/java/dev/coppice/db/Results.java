package dev.coppice.db;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.Optional;

/**
 * Reads the results of JPA queries.
 *
 * <p>For an HQL query with several columns, pass {@code createQuery} a record whose components match the columns. The
 * components must have wrapper types such as {@code Long}, because Hibernate 6 looks for a constructor with exactly
 * these types.
 */
public final class Results {
    private Results() {}

    /**
     * Returns the first row of a query; empty if the query has no row. Reads all rows into memory, so use it for
     * queries that find at most one row.
     */
    public static <T> Optional<T> first(TypedQuery<T> query) {
        return query.getResultList().stream().findFirst();
    }

    /**
     * Detaches an entity that was read, so that its changes are not written. Does nothing outside of a transaction: the
     * entity is detached already, and Payara would refuse the call.
     */
    public static void detach(EntityManager em, Object entity) {
        if (em.isJoinedToTransaction()) {
            em.detach(entity);
        }
    }
}
