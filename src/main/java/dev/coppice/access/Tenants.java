package dev.coppice.access;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/** Tenants by name. */
@Stateless
public class Tenants {
    @PersistenceContext
    private EntityManager em;

    /** The number of a tenant, if it has ever been named in a credential. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<Integer> find(String name) {
        return em
                .createQuery("select t.id from Tenant t where t.name = :name", Integer.class)
                .setParameter("name", name)
                .getResultList()
                .stream()
                .findFirst();
    }

    /** The number of a tenant, which is made when it is new. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public int findOrMake(String name) {
        return find(name).orElseGet(() -> {
            var tenant = new Tenant(name);
            em.persist(tenant);
            em.flush();
            return tenant.id();
        });
    }
}
