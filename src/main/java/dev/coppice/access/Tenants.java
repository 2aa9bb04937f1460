package dev.coppice.access;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/** Finds and creates tenants by name. */
@Stateless
public class Tenants {
    @PersistenceContext
    private EntityManager em;

    /** Returns the number of a tenant; empty if it does not exist, because no token was ever issued for it. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<Integer> find(String name) {
        return em
                .createQuery("select t.id from Tenant t where t.name = :name", Integer.class)
                .setParameter("name", name)
                .getResultList()
                .stream()
                .findFirst();
    }

    /** Returns the number of a tenant. Creates the tenant if it does not exist. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public int findOrCreate(String name) {
        return find(name).orElseGet(() -> {
            var tenant = new Tenant(name);
            em.persist(tenant);
            em.flush();
            return tenant.id();
        });
    }
}
