package dev.coppice.eventlog;

import java.util.ArrayList;
import java.util.List;

/**
 * Consecutive database ids of events, from the first to the last one, both inclusive.
 *
 * @param first the lowest id
 * @param last the highest id
 */
record IdRange(long first, long last) {
    /** Returns the fewest ranges that contain exactly these ids. The ids must be in ascending order, each one once. */
    static List<IdRange> of(List<Long> ids) {
        var ranges = new ArrayList<IdRange>();
        for (int from = 0, to = 1; from < ids.size(); from = to++) {
            while (to < ids.size() && ids.get(to) == ids.get(to - 1) + 1) {
                to++;
            }
            ranges.add(new IdRange(ids.get(from), ids.get(to - 1)));
        }
        return ranges;
    }
}
