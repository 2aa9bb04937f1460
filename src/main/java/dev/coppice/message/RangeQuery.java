package dev.coppice.message;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;

/**
 * Builds queries for the rows of a path. A query has one {@code select} per range of the path, joined by
 * {@code union all}, because not every database uses an index for ranges joined by {@code or}.
 */
final class RangeQuery {
    /**
     * Maximum number of ranges in one statement. A path with many short branches then takes few statements, and no
     * database needs long to plan one.
     */
    static final int MAX = 100;

    private RangeQuery() {}

    /**
     * Creates a query for the rows of a path. The order of the results is undefined.
     *
     * @param type record whose components match the select list
     * @param select {@code select} and {@code from} clauses of the JPQL query
     * @param branch JPQL expression of the branch's id, such as {@code m.position.branch}
     * @param depth JPQL expression of the depth, such as {@code m.position.depth}
     * @param path at most {@link #MAX} ranges
     * @param condition an additional JPQL condition that begins with {@code and}, or empty
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
        return bound(em.createQuery(text.toString(), type), path);
    }

    private static <T> TypedQuery<T> bound(TypedQuery<T> query, Path path) {
        for (int i = 0; i < terms(path); i++) {
            boolean real = i < path.ranges().size();
            query.setParameter("b" + i, real ? path.ranges().get(i).branch() : -1L)
                    .setParameter("f" + i, real ? path.ranges().get(i).from() : 1)
                    .setParameter("t" + i, real ? path.ranges().get(i).to() : 0);
        }
        return query;
    }

    /**
     * Creates a query for one message of each range: the last or the first one that meets the condition. A range
     * without such a message gives no result. The order of the results is undefined.
     *
     * @param type record whose components match the select list
     * @param columns select list of the JPQL query; {@code m} is the message
     * @param path the ranges, at most {@link #MAX}
     * @param condition an additional JPQL condition that begins with {@code and}, or empty
     * @param last true for the last message of each range, false for the first one
     */
    static <T> TypedQuery<T> ends(
            EntityManager em, Class<T> type, String columns, Path path, String condition, boolean last) {
        var terms = new StringJoiner(" union all ");
        for (int i = 0; i < terms(path); i++) {
            terms.add("(select " + columns + " from Message m where m.position.branch = :b" + i
                    + " and m.position.depth between :f" + i + " and :t" + i + condition
                    + " order by m.position.branch, m.position.depth" + (last ? " desc" : "") + " limit 1)");
        }
        return bound(em.createQuery(terms.toString(), type), path);
    }

    /**
     * Returns ranges of rows that contain exactly the given positions. Adjacent positions become one range. The ranges
     * are divided into paths of at most {@link #MAX} ranges, so that one statement can read each of them. These are not
     * real paths: their ranges may be of any branches and depths.
     */
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

    /**
     * Returns how many {@code select}s the statement has: the number of ranges, rounded up to a power of two, so that
     * only a few different statements exist. The additional {@code select}s find nothing.
     */
    private static int terms(Path path) {
        int count = path.ranges().size();
        return count <= 1 ? count : Integer.highestOneBit(count - 1) << 1;
    }
}
