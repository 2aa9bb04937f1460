package dev.coppice.message;

import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The branches that paths are made of, as far as they were needed. The first few are fetched one by one, as a window
 * near a leaf needs them; then the whole tree's come in one query, so that a path over ten thousand branches costs no
 * ten thousand queries. For one transaction.
 */
final class Stems {
    private static final int ONE_BY_ONE = 8;

    private final EntityManager em;
    private final Map<Long, Stem> known = new HashMap<>();
    private int fetched;

    Stems(EntityManager em) {
        this.em = em;
    }

    Stem get(long branch) {
        var stem = known.get(branch);
        if (stem == null) {
            stem = em.find(Branch.class, branch).stem();
            known.put(branch, stem);
            if (++fetched > ONE_BY_ONE) {
                loadTree(stem.tree());
            }
        }
        return stem;
    }

    private void loadTree(long tree) {
        fetched = 0;
        List<Object[]> rows = em.createQuery(
                        "select b.id, b.parent, b.parentDepth from Branch b where b.tree = :tree", Object[].class)
                .setParameter("tree", tree)
                .getResultList();
        for (var row : rows) {
            var parent = row[1] == null ? null : new Position((Long) row[1], (Integer) row[2]);
            known.put((Long) row[0], new Stem((Long) row[0], tree, parent));
        }
    }

    Path pathTo(Position leaf) {
        return Path.to(leaf, this::get);
    }
}
