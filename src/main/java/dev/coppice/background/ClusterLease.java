package dev.coppice.background;

import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.function.BooleanSupplier;

/**
 * Lets one node at a time do work that is scheduled on all of them. The lease is the lock on a row of the table
 * {@code lease} for one transaction: a node that dies gives it up with its connection.
 *
 * <p>Three other mechanisms have a reason of their own. The right to compact a session and the right to write a summary or
 * a profile ({@code compacting_until}, {@code working_until}) last while a model works, outside of any transaction, so they
 * end at a time. The rows of {@code event_sequence} and {@code event_trim} are locked because they hold the position
 * that the same transaction advances.
 */
@Stateless
public class ClusterLease {
    @PersistenceContext
    private EntityManager em;

    /**
     * Does a bounded step of work in one transaction.
     *
     * @param lease name of a row of the table {@code lease}
     * @param work returns whether there is more
     * @return the result of the work; false, and nothing done, while another transaction holds the lease
     */
    public boolean step(String lease, BooleanSupplier work) {
        return !em.createNativeQuery("select name from lease where name = :name for update skip locked", String.class)
                        .setParameter("name", lease)
                        .getResultList()
                        .isEmpty()
                && work.getAsBoolean();
    }
}
