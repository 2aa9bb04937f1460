package dev.coppice.background;

import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.function.BooleanSupplier;

/**
 * Ensures that work that is scheduled on all nodes runs on only one node at a time. The permission to run is a lease:
 * the lock of a row of the table {@code lease}, held for one transaction. If a node crashes, the database releases the
 * lock when the node's connection ends.
 *
 * <p>Two other mechanisms exist where such a row lock does not fit. The leases for compacting a session
 * ({@code compacting_until}) and for updating a summary or a profile ({@code working_until}) are expiry times, because
 * no transaction is open while a model works. The event log locks the rows of {@code event_sequence} and
 * {@code event_trim} instead, because these rows contain the position that the same transaction advances.
 */
@Stateless
public class ClusterLease {
    @PersistenceContext
    private EntityManager em;

    /**
     * Runs one step of work in one transaction, unless another transaction on any node holds the lease. Does not wait
     * for the lease.
     *
     * @param lease name of a row of the table {@code lease}
     * @param work a step that takes a few milliseconds; returns true if more steps are needed
     * @return the result of {@code work}; false if {@code work} was not run, because another transaction holds the
     *     lease
     */
    public boolean step(String lease, BooleanSupplier work) {
        return !em.createNativeQuery("select name from lease where name = :name for update skip locked", String.class)
                        .setParameter("name", lease)
                        .getResultList()
                        .isEmpty()
                && work.getAsBoolean();
    }
}
