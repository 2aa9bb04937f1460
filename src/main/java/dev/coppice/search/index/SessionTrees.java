package dev.coppice.search.index;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The trees that texts of a session hang on.
 *
 * @param own null when the session is gone
 * @param left what it has left behind, by its end or when it was cleared, to forks that read it; changes no more
 */
record SessionTrees(Long own, List<Long> left) {
    static final SessionTrees NONE = new SessionTrees(null, List.of());

    static Map<Long, SessionTrees> of(EntityManager em, Collection<Long> sessions) {
        var trees = new HashMap<Long, SessionTrees>();
        if (sessions.isEmpty()) {
            return trees;
        }
        for (var row : rows(em, "select s.number, s.tree from IndexedSession s where s.number in :numbers", sessions)) {
            trees.put((Long) row[0], new SessionTrees((Long) row[1], new ArrayList<>()));
        }
        for (var row :
                rows(em, "select s.session, s.tree from IndexedOrphan s where s.session in :numbers", sessions)) {
            trees.computeIfAbsent((Long) row[0], session -> new SessionTrees(null, new ArrayList<>()))
                    .left()
                    .add((Long) row[1]);
        }
        return trees;
    }

    private static List<Object[]> rows(EntityManager em, String query, Collection<Long> sessions) {
        return em.createQuery(query, Object[].class)
                .setParameter("numbers", sessions)
                .getResultList();
    }

    List<Long> all() {
        var all = new ArrayList<>(left);
        if (own != null) {
            all.add(own);
        }
        return all;
    }
}
