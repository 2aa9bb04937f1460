package dev.coppice.api;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Makes and reads cursors. A cursor is a text that marks where the next page of a list begins. A client passes a cursor
 * on without interpreting it. A cursor contains the name of the list and the sort key (numbers or a name) of the last
 * item on the previous page or, for a list whose order changes, the items on all pages so far, and nothing else. So a
 * forged cursor shows a client only items that the list shows anyway. Thread-safe; has no state.
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

    /**
     * Returns the cursor of a page that needs more than the sort key of one item.
     *
     * @param kind name of the list, without a colon; {@link #readBytes} refuses a cursor with another name
     * @param bytes where the next page begins, in a form that only the list knows
     */
    public static String ofBytes(String kind, byte[] bytes) {
        var name = (kind + ':').getBytes(StandardCharsets.UTF_8);
        return encode(ByteBuffer.allocate(name.length + bytes.length)
                .put(name)
                .put(bytes)
                .array());
    }

    private static String encode(String text) {
        return encode(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
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
     * Returns the bytes in a cursor that {@link #ofBytes} made for the same list. Throws 400 {@code malformed} for any
     * text that does not begin as such a cursor; the caller must check the bytes.
     *
     * @param kind name of the list
     * @param cursor the cursor
     */
    public static byte[] readBytes(String kind, String cursor) {
        var name = (kind + ':').getBytes(StandardCharsets.UTF_8);
        try {
            var bytes = Base64.getUrlDecoder().decode(cursor);
            if (Arrays.mismatch(name, bytes) == name.length || Arrays.equals(name, bytes)) {
                return Arrays.copyOfRange(bytes, name.length, bytes.length);
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
