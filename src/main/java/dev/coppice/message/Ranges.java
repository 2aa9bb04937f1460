package dev.coppice.message;

import jakarta.persistence.TypedQuery;

/** A path as the condition of a query: one index range for each of its ranges. */
final class Ranges {
    /** Ranges a statement: enough that a comb of branches reads fast, few enough for every database's planner. */
    static final int MAX = 100;

    private Ranges() {}

    /**
     * The condition; the number of its terms is a power of two, so that few different statements exist.
     *
     * @param key what holds branch and depth
     */
    static String condition(String key, Path path) {
        var text = new StringBuilder();
        for (int i = 0; i < terms(path); i++) {
            text.append(i == 0 ? "" : " or ")
                    .append(key + ".branch = :b" + i + " and " + key + ".depth between :f" + i + " and :t" + i);
        }
        return text.toString();
    }

    static <T> TypedQuery<T> bind(TypedQuery<T> query, Path path) {
        int last = path.ranges().size() - 1;
        for (int i = 0; i < terms(path); i++) {
            var range = path.ranges().get(Math.min(i, last));
            query.setParameter("b" + i, range.branch())
                    .setParameter("f" + i, range.from())
                    .setParameter("t" + i, range.to());
        }
        return query;
    }

    /** Terms beyond the path's repeat its last range, which changes nothing. */
    private static int terms(Path path) {
        int count = path.ranges().size();
        return count <= 1 ? count : Math.max(2, Integer.highestOneBit(count - 1) << 1);
    }
}
