package dev.coppice.session;

import dev.coppice.access.Tenants;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Turns the names of tenant and namespace into numbers. The pairs never change, so each node remembers those that it
 * has seen committed.
 */
@Stateless
public class Namespaces {
    /** The numbers of a namespace. */
    public record Numbers(int tenant, long namespace) {}

    private record Name(String tenant, String namespace) {}

    /** Some hundred bytes each; beyond that it starts anew, as a cache may. */
    private static final int MAX_REMEMBERED = 10_000;

    private static final ConcurrentHashMap<Name, Numbers> SEEN = new ConcurrentHashMap<>();

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Tenants tenants;

    /** The numbers of a namespace in which there has ever been a session. */
    @TransactionAttribute(TransactionAttributeType.SUPPORTS)
    public Optional<Numbers> find(String tenant, String namespace) {
        var name = new Name(tenant, namespace);
        var seen = SEEN.get(name);
        if (seen != null) {
            return Optional.of(seen);
        }
        var found = em
                .createQuery(
                        """
                        select n.tenant, n.id from Namespace n join Tenant t on t.id = n.tenant
                        where t.name = :tenant and n.name = :name""",
                        Object[].class)
                .setParameter("tenant", tenant)
                .setParameter("name", namespace)
                .getResultList()
                .stream()
                .findFirst()
                .map(row -> new Numbers((Integer) row[0], (Long) row[1]));
        found.ifPresent(numbers -> {
            if (SEEN.size() >= MAX_REMEMBERED) {
                SEEN.clear();
            }
            SEEN.put(name, numbers);
        });
        return found;
    }

    /** Makes a namespace, in a transaction of its own: what is remembered must never be rolled back. */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void make(String tenant, String namespace) {
        em.persist(new Namespace(tenants.findOrMake(tenant), namespace));
        em.flush();
    }
}
