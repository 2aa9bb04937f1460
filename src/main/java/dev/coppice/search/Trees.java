package dev.coppice.search;

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
record Trees(Long own, List<Long> left) {
    static final Trees NONE = new Trees(null, List.of());

    static Map<Long, Trees> of(EntityManager em, Collection<Long> sessions) {
        var trees = new HashMap<Long, Trees>();
        if (sessions.isEmpty()) {
            return trees;
        }
        for (var row : rows(em, "select s.number, s.tree from IndexedSession s where s.number in :numbers", sessions)) {
            trees.put((Long) row[0], new Trees((Long) row[1], new ArrayList<>()));
        }
        for (var row : rows(em, "select s.session, s.tree from IndexedStool s where s.session in :numbers", sessions)) {
            trees.computeIfAbsent((Long) row[0], session -> new Trees(null, new ArrayList<>()))
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
