package dev.coppice.session;

import dev.coppice.access.Tenants;
import dev.coppice.db.Results;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the database ids of tenants and namespaces, by which other rows refer to them, and creates namespaces. A
 * database id never changes, so each node caches the committed ones. Thread-safe.
 */
@Stateless
public class Namespaces {
    /**
     * The database ids of a tenant and of one of its namespaces, by which other rows refer to them.
     *
     * @param tenant database id of the tenant
     * @param namespace database id of the namespace
     */
    public record Numbers(int tenant, long namespace) {}

    private record Name(String tenant, String namespace) {}

    /**
     * Maximum number of namespaces in the cache, which needs a few hundred bytes for each, and so a few megabytes at
     * most. A full cache is cleared as a whole, because a cache that removes only the least used entries would need a
     * lock in every request.
     */
    private static final int MAX_CACHED = 10_000;

    private static final ConcurrentHashMap<Name, Numbers> CACHE = new ConcurrentHashMap<>();

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Tenants tenants;

    /**
     * Returns the database ids of a tenant and of its namespace by their names; empty if no session was ever created in
     * the namespace.
     */
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
     * Returns the names of a tenant's namespaces in ascending order, beginning after a given name. Empty if there are
     * none.
     *
     * @param tenant name of the tenant
     * @param after the given name, exclusive: the last name of the previous page, or the empty text to begin after the
     *     default namespace, whose name is empty
     * @param limit maximum number of names, inclusive
     */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public List<String> namesAfter(String tenant, String after, int limit) {
        return em.createQuery(
                        """
                        select n.name from Namespace n join Tenant t on t.id = n.tenant
                        where t.name = :tenant and n.name > :after order by n.tenant, n.name""",
                        String.class)
                .setParameter("tenant", tenant)
                .setParameter("after", after)
                .setMaxResults(limit)
                .getResultList();
    }

    /**
     * Inserts a namespace of a tenant, and also the tenant if it is new. If another request has inserted the same
     * namespace meanwhile, throws an exception, after which the request can be repeated. Runs in a transaction of its
     * own: other requests may cache the namespace's database id at once, so a rollback of the calling method's
     * transaction must not remove the namespace.
     *
     * @param tenant name of the tenant
     * @param namespace name of the namespace
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void insert(String tenant, String namespace) {
        em.persist(new Namespace(tenants.findOrCreate(tenant), namespace));
        em.flush();
    }
}
