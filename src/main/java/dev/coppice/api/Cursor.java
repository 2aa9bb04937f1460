package dev.coppice.api;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Makes and reads cursors. A cursor is a text that marks where the next page of a list begins. A client passes a cursor
 * on without interpreting it. A cursor contains the name of the list and the sort key (numbers or a name) of the last
 * item on the previous page, and nothing else. So a forged cursor shows a client only items that the list shows anyway.
 * Thread-safe; has no state.
 */
public final class Cursor {
    private Cursor() {}

    /**
     * Returns the cursor of the page that begins after an item. The sort key of the item consists of numbers.
     *
     * @param kind name of the list, without a colon; {@link #read} refuses a cursor with another name
     * @param numbers sort key of the last item on the page before, after which the next page begins
     */
    public static String of(String kind, long... numbers) {
        var text = new StringBuilder(kind);
        for (long number : numbers) {
            text.append(':').append(number);
        }
        return encode(text.toString());
    }

    /**
     * Returns the cursor of the page that begins after an item. The sort key of the item is a name.
     *
     * @param kind name of the list, without a colon; {@link #readName} refuses a cursor with another name
     * @param name sort key of the last item on the page before
     */
    public static String ofName(String kind, String name) {
        return encode(kind + ':' + name);
    }

    private static String encode(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the name in a cursor that {@link #ofName} made for the same list. Throws 400 {@code malformed} for any
     * other text.
     *
     * @param kind name of the list
     * @param cursor the cursor
     */
    public static String readName(String kind, String cursor) {
        try {
            var text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (text.startsWith(kind + ':') && Ids.isStorable(text)) {
                return text.substring(kind.length() + 1);
            }
        } catch (IllegalArgumentException e) {
            // Not a cursor: refused below.
        }
        throw invalid();
    }

    /**
     * Returns the numbers in a cursor that {@link #of} made for the same list. Throws 400 {@code malformed} for any
     * other text.
     *
     * @param kind name of the list
     * @param count how many numbers the cursor must contain
     * @param cursor the cursor
     */
    public static long[] read(String kind, int count, String cursor) {
        try {
            var parts = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII).split(":", -1);
            if (parts.length == count + 1 && parts[0].equals(kind)) {
                var numbers = new long[count];
                for (int i = 0; i < count; i++) {
                    numbers[i] = Long.parseLong(parts[i + 1]);
                }
                return numbers;
            }
        } catch (IllegalArgumentException e) {
            // Not a cursor: refused below.
        }
        throw invalid();
    }

    private static Problem invalid() {
        return Problem.at(
                "cursor",
                Code.MALFORMED,
                "The cursor is not valid for this list. Send nextCursor of a previous page, or none.");
    }
}
