package dev.coppice.format;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Divides the characters available for a truncated object or array among its items. If there are enough characters for
 * the shortest form of every item ({@link OutputItem#need}), all items are kept: short values are whole, and long
 * values share the remaining characters. So a short value is never truncated in favor of a longer one. If there are too
 * few characters, or {@link OutputItem.Items} does not list all items, some items are left out: an object keeps the
 * short values that fit, and then others that fit; an array keeps its first items. For one object or array; not
 * thread-safe.
 */
final class OutputShares {
    /** Number that marks an item as left out, in place of its number of characters. */
    static final int LEFT_OUT = -1;

    /** Number of characters of an empty object or array: its brackets. */
    private static final int EMPTY = 2;

    private final List<OutputItem> items;
    private final int[] shares;
    private int left;

    private OutputShares(List<OutputItem> items, int characters) {
        this.items = items;
        this.shares = IntStream.range(0, items.size()).map(i -> LEFT_OUT).toArray();
        this.left = characters;
    }

    /**
     * Returns how many characters the value of each item gets, in the order of the items; {@link #LEFT_OUT} for an item
     * that is left out.
     *
     * @param isObject true for the members of an object, false for the items of an array
     * @param characters number of characters for the whole object or array, including its brackets
     */
    static int[] of(OutputItem.Items items, boolean isObject, int characters) {
        var shares = new OutputShares(items.list(), characters - EMPTY);
        long needed = items.list().stream()
                .mapToLong(item -> (long) item.fixed() + item.need())
                .sum();
        if (items.more() == 0 && needed <= shares.left) {
            IntStream.range(0, shares.shares.length).forEach(i -> shares.keep(i, shares.need(i)));
        } else if (isObject) {
            shares.keepShortValues();
            shares.keepOthers();
        } else {
            shares.keepFirst();
        }
        shares.shareRest();
        return shares.shares;
    }

    private int need(int i) {
        return items.get(i).need();
    }

    private void keep(int i, int characters) {
        shares[i] = characters;
        left -= items.get(i).fixed() + characters;
    }

    private boolean fits(int i, int characters) {
        return items.get(i).fixed() + characters <= left;
    }

    private void keepShortValues() {
        for (int i = 0; i < shares.length; i++) {
            var item = items.get(i);
            if (item.isType() || item.need() == item.size() && fits(i, item.need())) {
                keep(i, item.need());
            }
        }
    }

    private void keepOthers() {
        for (int i = 0; i < shares.length; i++) {
            var item = items.get(i);
            boolean isContainer = item.value().isObject() || item.value().isArray();
            int least = isContainer ? Math.min(EMPTY, item.need()) : item.need();
            if (shares[i] == LEFT_OUT && item.need() < item.size() && fits(i, least)) {
                keep(i, least);
            }
        }
    }

    /**
     * Keeps the first items of an array whole, as many as fit. The next item gets the characters of its shortest form
     * if these fit. If even the shortest form of the first item does not fit, this item gets all the characters, so
     * that at least one item is kept.
     */
    private void keepFirst() {
        for (int i = 0; i < shares.length; i++) {
            if (fits(i, items.get(i).size())) {
                keep(i, items.get(i).size());
                continue;
            }
            if (fits(i, need(i))) {
                keep(i, need(i));
            } else if (i == 0) {
                keep(i, Math.max(0, left - items.get(i).fixed()));
            }
            return;
        }
    }

    /**
     * Distributes the remaining characters among the items that need more: in equal shares, but no item gets more than
     * its size.
     */
    private void shareRest() {
        var wanting = IntStream.range(0, shares.length)
                .filter(i -> shares[i] != LEFT_OUT && shares[i] < items.get(i).size())
                .boxed()
                .sorted(Comparator.comparingInt(i -> items.get(i).size() - shares[i]))
                .toList();
        int rest = Math.max(0, left);
        for (int n = 0; n < wanting.size(); n++) {
            int i = wanting.get(n);
            int more = Math.min(items.get(i).size() - shares[i], rest / (wanting.size() - n));
            shares[i] += more;
            rest -= more;
        }
    }
}
