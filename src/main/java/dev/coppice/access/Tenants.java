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

    /** The number of a tenant; empty if no token was ever issued for it. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<Integer> find(String name) {
        return em
                .createQuery("select t.id from Tenant t where t.name = :name", Integer.class)
                .setParameter("name", name)
                .getResultList()
                .stream()
                .findFirst();
    }

    /** The number of a tenant, which is created if it is new. */
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
