package dev.coppice.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What has to be written so that a stored list becomes another one, a pure function over the items' fingerprints. Items are
 * compared each with the one of its place; where the first ones went, as from a window that slides over a conversation,
 * each with the one that many places on. Linear in the two lists.
 *
 * @param dropped items that go at the front
 * @param changed places of the new list, counted from 0, whose items are written anew
 * @param appended items that come at the end
 * @param cut items that go at the end
 */
record ListDiff(int dropped, List<Integer> changed, int appended, int cut) {

    static ListDiff of(List<byte[]> before, List<byte[]> after) {
        var inPlace = shifted(before, after, 0);
        int first = after.isEmpty() ? 0 : indexOf(before, after.get(0));
        if (first <= 0) {
            return inPlace;
        }
        var slid = shifted(before, after, first);
        return slid.writes() < inPlace.writes() ? slid : inPlace;
    }

    private static ListDiff shifted(List<byte[]> before, List<byte[]> after, int dropped) {
        int left = before.size() - dropped;
        var changed = new ArrayList<Integer>();
        for (int i = 0; i < Math.min(left, after.size()); i++) {
            if (!Arrays.equals(before.get(i + dropped), after.get(i))) {
                changed.add(i);
            }
        }
        return new ListDiff(dropped, changed, Math.max(0, after.size() - left), Math.max(0, left - after.size()));
    }

    private static int indexOf(List<byte[]> items, byte[] wanted) {
        for (int i = 0; i < items.size(); i++) {
            if (Arrays.equals(items.get(i), wanted)) {
                return i;
            }
        }
        return -1;
    }

    /** Rows that are written or removed. */
    private int writes() {
        return dropped + changed.size() + appended + cut;
    }

    boolean isNothing() {
        return writes() == 0;
    }

    /** True when all that was there stays as it is. */
    boolean isAppend() {
        return writes() == appended;
    }

    int removed() {
        return dropped + cut;
    }
}
