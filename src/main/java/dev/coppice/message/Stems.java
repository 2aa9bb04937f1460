package dev.coppice.message;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The branches that paths are made of, as far as they were needed. The first few are fetched one by one, as a window
 * near a leaf needs them; then they come in blocks that double, so that a path over ten thousand branches costs a dozen
 * queries. For one transaction.
 */
final class Stems {
    private static final int ONE_BY_ONE = 8;
    private static final int FIRST_BLOCK = 200;
    private static final int LARGEST_BLOCK = 12_800;

    private final EntityManager em;
    private final Map<Long, Stem> known = new HashMap<>();
    private int fetched;
    private int block = FIRST_BLOCK;

    Stems(EntityManager em) {
        this.em = em;
    }

    Stem get(long branch) {
        var stem = known.get(branch);
        if (stem == null) {
            stem = em.find(Branch.class, branch).stem();
            known.put(branch, stem);
            if (++fetched > ONE_BY_ONE) {
                loadAbove(stem);
            }
        }
        return stem;
    }

    /** A branch leaves one that was there before it: what lies above has a lower id, and mostly the next lower ones. */
    private void loadAbove(Stem stem) {
        em
                .createQuery(
                        """
                        select b.id, b.parent, b.parentDepth from Branch b
                        where b.tree = :tree and b.id < :id order by b.tree, b.id desc""",
                        Object[].class)
                .setParameter("tree", stem.tree())
                .setParameter("id", stem.branch())
                .setMaxResults(block)
                .getResultList()
                .stream()
                .forEach(row -> {
                    var parent = row[1] == null ? null : new Position((Long) row[1], (Integer) row[2]);
                    known.put((Long) row[0], new Stem((Long) row[0], stem.tree(), parent));
                });
        fetched = 0;
        block = Math.min(block * 2, LARGEST_BLOCK);
    }

    /** Fetches some branches at once. */
    void load(Collection<Long> branches) {
        var missing = branches.stream()
                .distinct()
                .filter(id -> !known.containsKey(id))
                .toList();
        if (!missing.isEmpty()) {
            em.createQuery("select b from Branch b where b.id in :ids", Branch.class)
                    .setParameter("ids", missing)
                    .getResultList()
                    .forEach(branch -> known.put(branch.id(), branch.stem()));
        }
    }

    Path pathTo(Position leaf) {
        return Path.to(leaf, this::get);
    }

    /** The row right above, whether its message is there or was deleted; null above a root. */
    Position above(Position row) {
        var stem = get(row.branch());
        return row.depth() > stem.first() ? new Position(row.branch(), row.depth() - 1) : stem.parent();
    }

    /** True when a row lies on the path to a leaf; looks at the branches between the two only. */
    boolean leadsTo(Position row, Position leaf) {
        for (var at = leaf;
                at != null && at.depth() >= row.depth();
                at = get(at.branch()).parent()) {
            if (at.branch() == row.branch()) {
                return true;
            }
        }
        return false;
    }
}
