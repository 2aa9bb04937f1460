package dev.coppice.session;

import dev.coppice.access.Tenants;
import dev.coppice.db.Results;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the database ids of tenants and namespaces, by which other rows refer to them, and creates namespaces. A
 * database id never changes, so each node caches the committed ones. It is a CDI bean and not an EJB, because nearly
 * every request calls it, and calls of an EJB cost more than the look into the cache. Thread-safe.
 */
@ApplicationScoped
public class Namespaces {
    /**
     * The database ids of a tenant and of one of its namespaces, by which other rows refer to them.
     *
     * @param tenant database id of the tenant
     * @param namespace database id of the namespace
     */
    public record Numbers(int tenant, long namespace) {}

    /** Name of a tenant's namespace: the key in the cache, and of the mark that {@link #insert} sets. */
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

    @Resource
    private TransactionSynchronizationRegistry transaction;

    /**
     * Returns the database ids of a tenant and of its namespace by their names; empty if no session was ever created in
     * the namespace. Caches them, unless the current transaction has inserted the namespace.
     */
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
        if (!isInsertedByCurrentTransaction(name)) {
            found.ifPresent(numbers -> cache(name, numbers));
        }
        return found;
    }

    private boolean isInsertedByCurrentTransaction(Name name) {
        return transaction.getTransactionKey() != null && transaction.getResource(name) != null;
    }

    private static void cache(Name name, Numbers numbers) {
        if (CACHE.size() >= MAX_CACHED) {
            CACHE.clear();
        }
        CACHE.put(name, numbers);
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
     * Inserts a namespace of a tenant, and also the tenant if it is new, in the current transaction. Returns their
     * database ids. If another transaction is inserting the same namespace, waits until that transaction ends. If that
     * one commits, throws an exception after which the transaction can be repeated
     * ({@code DatabaseErrors.isRetryable}).
     *
     * <p>A second transaction would need a second database connection. If all connections of the pool belonged to
     * requests that wait for a second one, none of them could continue. The database ids may be cached only after the
     * commit, because a rollback removes the namespace; {@link #find} takes care of that.
     *
     * @param tenant name of the tenant
     * @param namespace name of the namespace
     */
    public Numbers insert(String tenant, String namespace) {
        var row = new Namespace(tenants.findOrCreate(tenant), namespace);
        transaction.putResource(new Name(tenant, namespace), row);
        em.persist(row);
        em.flush();
        return row.numbers();
    }
}
