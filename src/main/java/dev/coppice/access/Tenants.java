package dev.coppice.access;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/** Finds and creates tenants by name. */
@Stateless
public class Tenants {
    @PersistenceContext
    private EntityManager em;

    /** Returns the database id of the tenant with this name; empty if there is none. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<Integer> find(String name) {
        return em
                .createQuery("select t.id from Tenant t where t.name = :name", Integer.class)
                .setParameter("name", name)
                .getResultList()
                .stream()
                .findFirst();
    }

    /** Returns the name of the tenant with this database id, which must exist. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public String name(int number) {
        return em.find(Tenant.class, number).name();
    }

    /**
     * Returns the database id of the tenant with this name. Creates the tenant if it does not exist. If another
     * transaction creates the same tenant at the same time, throws an exception after which the transaction can be
     * repeated ({@code DatabaseErrors.isRetryable}).
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public int findOrCreate(String name) {
        return find(name).orElseGet(() -> {
            var tenant = new Tenant(name);
            em.persist(tenant);
            em.flush();
            return tenant.id();
        });
    }

    /**
     * Locks the row of the tenant with this name until the transaction ends, and returns the tenant's database id.
     * Creates the tenant if it does not exist. If another transaction creates the same tenant at the same time, throws
     * an exception after which the transaction can be repeated ({@code DatabaseErrors.isRetryable}).
     */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public int lockOrCreate(String name) {
        int number = findOrCreate(name);
        em.find(Tenant.class, number, LockModeType.PESSIMISTIC_WRITE);
        return number;
    }
}
