package dev.coppice.search.index;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The session that a tree belongs to, with the attributes by which searches filter. The former tree of a deleted or
 * cleared session still has that session as its owner if forks read the tree; the attributes are then those that the
 * database has kept. Immutable.
 *
 * @param tree database id of the tree
 * @param session database id of the session that has the tree, or that had it before it was deleted or cleared
 * @param isOrphaned true if no session has the tree any more
 * @param tenant database id of the session's tenant
 * @param namespace database id of the session's namespace
 * @param userId id of the session's user, or null
 * @param agent name of the session's agent, or null
 * @param source name of the system that created the session, or null
 */
record Owner(
        long tree,
        long session,
        boolean isOrphaned,
        int tenant,
        long namespace,
        String userId,
        String agent,
        String source) {
    /**
     * Returns the owners of the trees with these database ids, by the database id of the tree. The owner of an orphaned
     * tree is the session that had it: it was deleted, or cleared and has another tree now. Leaves out trees that
     * neither belong to a session nor are read by forks.
     */
    static Map<Long, Owner> ofTrees(EntityManager em, Collection<Long> trees) {
        var owners = new HashMap<Long, Owner>();
        if (trees.isEmpty()) {
            return owners;
        }
        var rows = em.createNativeQuery(
                        """
                        select tree_id, id, 0, tenant_id, namespace_id, user_id, agent, source
                        from session where tree_id in (:trees)
                        union all
                        select id, left_by, 1, tenant_id, namespace_id, user_id, agent, source
                        from tree where id in (:trees) and tenant_id is not null""",
                        Object[].class)
                .setParameter("trees", trees)
                .getResultList();
        for (Object row : rows) {
            var owner = of((Object[]) row);
            owners.put(owner.tree(), owner);
        }
        return owners;
    }

    private static Owner of(Object[] row) {
        return new Owner(
                number(row[0]),
                number(row[1]),
                number(row[2]) == 1,
                (int) number(row[3]),
                number(row[4]),
                (String) row[5],
                (String) row[6],
                (String) row[7]);
    }

    private static long number(Object column) {
        return ((Number) column).longValue();
    }

    /** Returns those of the given database ids that belong to existing sessions. */
    static Set<Long> existing(EntityManager em, Collection<Long> sessions) {
        return sessions.isEmpty()
                ? Set.of()
                : new HashSet<>(em.createQuery("select s.id from Session s where s.id in :numbers", Long.class)
                        .setParameter("numbers", sessions)
                        .getResultList());
    }
}
