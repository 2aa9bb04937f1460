package dev.coppice.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The writes that turn a stored list into a new list: remove items at the front, rewrite some of the others, then
 * append items or remove items at the end. Items are compared by their fingerprints. Two such sets of writes are
 * computed, and the one with fewer writes is used. The first compares each new item with the stored item of the same
 * index. The second first removes the stored items that precede the one equal to the first new item. The second set is
 * small if a client has removed the oldest items. Pure; takes time linear in the length of both lists.
 *
 * @param dropped number of items to remove at the front
 * @param changed indexes in the new list of the items to rewrite
 * @param appended number of items to append
 * @param cut number of items to remove at the end
 */
record ListDiff(int dropped, List<Integer> changed, int appended, int cut) {

    static ListDiff of(List<byte[]> before, List<byte[]> after) {
        var inPlace = shifted(before, after, 0);
        int first = after.isEmpty() ? 0 : indexOf(before, after.get(0));
        if (first <= 0) {
            return inPlace;
        }
        var shifted = shifted(before, after, first);
        return shifted.writes() < inPlace.writes() ? shifted : inPlace;
    }

    private static ListDiff shifted(List<byte[]> before, List<byte[]> after, int dropped) {
        int kept = before.size() - dropped;
        var changed = new ArrayList<Integer>();
        for (int i = 0; i < Math.min(kept, after.size()); i++) {
            if (!Arrays.equals(before.get(i + dropped), after.get(i))) {
                changed.add(i);
            }
        }
        return new ListDiff(dropped, changed, Math.max(0, after.size() - kept), Math.max(0, kept - after.size()));
    }

    private static int indexOf(List<byte[]> items, byte[] wanted) {
        for (int i = 0; i < items.size(); i++) {
            if (Arrays.equals(items.get(i), wanted)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the number of items that these writes change, add or remove. */
    private int writes() {
        return dropped + changed.size() + appended + cut;
    }

    boolean isEmpty() {
        return writes() == 0;
    }

    /** True if no stored item is changed or removed, so that items are only appended. */
    boolean isAppend() {
        return writes() == appended;
    }

    int removed() {
        return dropped + cut;
    }
}
