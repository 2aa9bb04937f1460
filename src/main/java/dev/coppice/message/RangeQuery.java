package dev.coppice.message;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Builds queries for the rows of a path: one index range per range of the path, joined by {@code union all}, because
 * not every planner finds the ranges in an {@code or}.
 */
final class RangeQuery {
    /**
     * Ranges per statement: enough for fast reads of a path with many short branches, few enough for every database's
     * planner.
     */
    static final int MAX = 100;

    private RangeQuery() {}

    /**
     * Selects from the rows of a path, in no order.
     *
     * @param type record with the types of the select list
     * @param select select list and source
     * @param branch the column with the branch
     * @param depth the column with the depth
     * @param condition an additional condition that begins with {@code and}, or empty
     */
    static <T> TypedQuery<T> query(
            EntityManager em, Class<T> type, String select, String branch, String depth, Path path, String condition) {
        var text = new StringBuilder();
        int terms = terms(path);
        for (int i = 0; i < terms; i++) {
            text.append(i == 0 ? "" : " union all ")
                    .append(select + " where " + branch + " = :b" + i)
                    .append(" and " + depth + " between :f" + i + " and :t" + i)
                    .append(condition);
        }
        var query = em.createQuery(text.toString(), type);
        for (int i = 0; i < terms; i++) {
            boolean real = i < path.ranges().size();
            query.setParameter("b" + i, real ? path.ranges().get(i).branch() : -1L)
                    .setParameter("f" + i, real ? path.ranges().get(i).from() : 1)
                    .setParameter("t" + i, real ? path.ranges().get(i).to() : 0);
        }
        return query;
    }

    /** Positions as ranges in pieces for one statement each: adjacent positions become one range. */
    static List<Path> ranges(Collection<Position> positions) {
        var ranges = new ArrayList<Path.Range>();
        var sorted = positions.stream()
                .distinct()
                .sorted(Comparator.comparingLong(Position::branch).thenComparingInt(Position::depth))
                .toList();
        for (var at : sorted) {
            var last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
            if (last != null && last.branch() == at.branch() && last.to() + 1 == at.depth()) {
                ranges.set(ranges.size() - 1, new Path.Range(at.branch(), last.from(), at.depth()));
            } else {
                ranges.add(new Path.Range(at.branch(), at.depth(), at.depth()));
            }
        }
        return new Path(ranges).pieces(MAX);
    }

    /** A power of two, so that few different statements exist; the additional terms select nothing. */
    private static int terms(Path path) {
        int count = path.ranges().size();
        return count <= 1 ? count : Integer.highestOneBit(count - 1) << 1;
    }
}
