package dev.coppice.api;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A position in a list, opaque to clients. It contains only the sort key (numbers or a name) after which the next page
 * starts, so a forged cursor reveals nothing that the list itself does not show.
 */
public final class Cursor {
    private Cursor() {}

    /**
     * Returns a cursor with the numbers after which the next page starts. {@code kind} names the list; other lists
     * refuse the cursor.
     */
    public static String of(String kind, long... numbers) {
        var text = new StringBuilder(kind);
        for (long number : numbers) {
            text.append(':').append(number);
        }
        return encode(text.toString());
    }

    /**
     * Returns a cursor for the page that starts after a name. {@code kind} names the list and contains no colon; other
     * lists refuse the cursor.
     */
    public static String ofName(String kind, String name) {
        return encode(kind + ':' + name);
    }

    private static String encode(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the name in a cursor that {@link #ofName} made for this kind of list; throws 400 {@code malformed} for
     * any other text.
     */
    public static String readName(String kind, String cursor) {
        try {
            var text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (text.startsWith(kind + ':')) {
                return text.substring(kind.length() + 1);
            }
        } catch (IllegalArgumentException e) {
            // Not a cursor: refused below.
        }
        throw invalid();
    }

    /**
     * Returns the {@code count} numbers in a cursor that {@link #of} made for this kind of list; throws 400
     * {@code malformed} for any other text.
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
        return new Problem(
                Code.MALFORMED, "The cursor is not valid for this list. Send nextCursor of a previous page, or none.");
    }
}
