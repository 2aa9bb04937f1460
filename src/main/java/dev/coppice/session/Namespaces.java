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

/**
 * Finds the numbers by which rows refer to tenants and namespaces. The numbers never change, so each node caches those
 * that are committed. Thread-safe.
 */
@Stateless
public class Namespaces {
    /** The numbers of a tenant and one of its namespaces. */
    public record Numbers(int tenant, long namespace) {}

    private record Name(String tenant, String namespace) {}

    /**
     * Maximum number of cached namespaces, of some hundred bytes each. A cache that is full is cleared as a whole. It
     * keeps no order of use, because that would need a lock in every request.
     */
    private static final int MAX_CACHED = 10_000;

    private static final ConcurrentHashMap<Name, Numbers> CACHE = new ConcurrentHashMap<>();

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Tenants tenants;

    /** Returns the numbers of a tenant and its namespace; empty if no session was ever created in the namespace. */
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
     * Inserts a tenant's namespace, and the tenant if it is new. Uses a transaction of its own: other requests may
     * cache the namespace's number at once, so the number must not be rolled back with the caller's transaction.
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void insert(String tenant, String namespace) {
        em.persist(new Namespace(tenants.findOrCreate(tenant), namespace));
        em.flush();
    }
}
