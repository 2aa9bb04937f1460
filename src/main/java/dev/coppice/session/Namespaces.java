package dev.coppice.session;

import dev.coppice.access.Tenants;
import dev.coppice.db.Results;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Maps the names of tenants and namespaces to numbers. These never change, so each node caches the committed ones. */
@Stateless
public class Namespaces {
    /** The numbers of a tenant and one of its namespaces. */
    public record Numbers(int tenant, long namespace) {}

    private record Name(String tenant, String namespace) {}

    /**
     * Maximum number of cached namespaces, of some hundred bytes each. A full cache is cleared. Reads take no lock,
     * because every request reads it.
     */
    private static final int MAX_CACHED = 10_000;

    private static final ConcurrentHashMap<Name, Numbers> CACHE = new ConcurrentHashMap<>();

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Tenants tenants;

    /** Returns the numbers of a namespace; empty when it has never had a session. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<Numbers> find(String tenant, String namespace) {
        var name = new Name(tenant, namespace);
        var cached = CACHE.get(name);
        if (cached != null) {
            return Optional.of(cached);
        }
        var found = Results.first(em.createQuery(
                        """
                        select new dev.coppice.session.Namespaces$Numbers(n.tenant, n.id)
                        from Namespace n join Tenant t on t.id = n.tenant
                        where t.name = :tenant and n.name = :name""",
                        Numbers.class)
                .setParameter("tenant", tenant)
                .setParameter("name", namespace));
        found.ifPresent(numbers -> {
            if (CACHE.size() >= MAX_CACHED) {
                CACHE.clear();
            }
            CACHE.put(name, numbers);
        });
        return found;
    }

    /**
     * Inserts a namespace, in its own transaction: a number that is already cached must not be rolled back with the
     * caller's transaction.
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void insert(String tenant, String namespace) {
        em.persist(new Namespace(tenants.findOrCreate(tenant), namespace));
        em.flush();
    }
}
