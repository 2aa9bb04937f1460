package dev.coppice.state;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;
import java.util.ArrayList;
import java.util.List;

/**
 * A value to store under a key. A JSON array becomes a list with separate items, any other JSON a single value.
 *
 * @param single the value; null for a list
 * @param items the items of the list; null for a single value
 */
public record NewValue(ListItem single, List<ListItem> items) {
    /**
     * Reads one JSON value. Throws 400 {@code malformed} if {@code json} is not valid JSON, 422 {@code invalid} if it
     * contains duplicate keys or lone surrogates, 413 {@code too-large} if a single value or an item has more bytes
     * than {@link StateSettings#maxBytes}, or if a list has more items than {@link StateSettings#maxItems}.
     */
    public static NewValue of(byte[] json, StateSettings limits) {
        var in = JsonInput.of(json);
        if (!in.atArray()) {
            return new NewValue(ListItem.of(json).within(limits.maxBytes()), null);
        }
        var items = read(in, limits, limits.maxItems());
        in.end();
        return new NewValue(null, items);
    }

    /**
     * Reads the items of the JSON array at the reader's current position. Throws 400 {@code malformed} if the value
     * there is not an array, 422 {@code invalid} if an item contains duplicate keys or lone surrogates, 413
     * {@code too-large} if it has more than {@code maxItems} items, or if an item has more than
     * {@link StateSettings#maxBytes} bytes.
     */
    static List<ListItem> read(JsonInput in, StateSettings limits, int maxItems) {
        var items = new ArrayList<ListItem>();
        in.array(() -> {
            if (items.size() == maxItems) {
                throw new Problem(Code.TOO_LARGE, "The array may have at most " + maxItems + " items.");
            }
            items.add(ListItem.read(in).within(limits.maxBytes()));
        });
        return items;
    }

    boolean isList() {
        return items != null;
    }
}
