package dev.coppice.search.index;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The database ids of the trees that contain a session's texts.
 *
 * @param current the session's tree; null if the session was deleted
 * @param orphaned former trees of the session that forks still read. A tree became a former one when the session was
 *     deleted or cleared; no message of it is written or edited any more.
 */
record SessionTrees(Long current, List<Long> orphaned) {
    static final SessionTrees NONE = new SessionTrees(null, List.of());

    /**
     * Returns the trees of sessions, by the database id of the session. Leaves out a deleted session if forks read none
     * of its trees.
     */
    static Map<Long, SessionTrees> of(EntityManager em, Collection<Long> sessions) {
        var trees = new HashMap<Long, SessionTrees>();
        if (sessions.isEmpty()) {
            return trees;
        }
        for (var row : rows(em, "select id, tree_id from session where id in (:numbers)", sessions)) {
            trees.put(number(row[0]), new SessionTrees(number(row[1]), new ArrayList<>()));
        }
        for (var row : rows(
                em, "select left_by, id from tree where left_by in (:numbers) and tenant_id is not null", sessions)) {
            trees.computeIfAbsent(number(row[0]), session -> new SessionTrees(null, new ArrayList<>()))
                    .orphaned()
                    .add(number(row[1]));
        }
        return trees;
    }

    @SuppressWarnings("unchecked")
    private static List<Object[]> rows(EntityManager em, String sql, Collection<Long> sessions) {
        return em.createNativeQuery(sql, Object[].class)
                .setParameter("numbers", sessions)
                .getResultList();
    }

    private static long number(Object column) {
        return ((Number) column).longValue();
    }

    /** Returns the former trees that forks still read and, if there is one, the current tree. */
    List<Long> all() {
        var all = new ArrayList<>(orphaned);
        if (current != null) {
            all.add(current);
        }
        return all;
    }
}
