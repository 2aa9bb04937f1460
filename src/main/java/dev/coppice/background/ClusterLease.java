package dev.coppice.background;

import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.function.BooleanSupplier;

/**
 * Lets one node at a time do what a timer does on all of them. The lease is the lock on a row, for one transaction: who
 * dies gives it up with its connection, and the next one who asks has it.
 */
@Stateless
public class ClusterLease {
    @PersistenceContext
    private EntityManager em;

    /**
     * Does a bounded step of work, in one transaction.
     *
     * @param lease the name of a row of the table {@code lease}
     * @param work says whether there is more
     * @return what the work says; false, and nothing done, while another node is at a step
     */
    public boolean step(String lease, BooleanSupplier work) {
        return !em.createNativeQuery("select name from lease where name = :name for update skip locked", String.class)
                        .setParameter("name", lease)
                        .getResultList()
                        .isEmpty()
                && work.getAsBoolean();
    }
}
