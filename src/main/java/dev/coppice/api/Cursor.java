package dev.coppice.api;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A place in a list, opaque to clients. It holds no more than numbers or a name to continue behind, so a forged one shows
 * nothing that the list itself would not show.
 */
public final class Cursor {
    private Cursor() {}

    /** @param kind which list it belongs to; a cursor of another list is refused */
    public static String of(String kind, long... numbers) {
        var text = new StringBuilder(kind);
        for (long number : numbers) {
            text.append(':').append(number);
        }
        return encoded(text.toString());
    }

    /** A place behind a name; the kind has no colon. */
    public static String ofName(String kind, String name) {
        return encoded(kind + ':' + name);
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The name of a cursor that {@link #ofName} made; 400 {@code malformed} for anything else. */
    public static String readName(String kind, String cursor) {
        try {
            var text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (text.startsWith(kind + ':')) {
                return text.substring(kind.length() + 1);
            }
        } catch (IllegalArgumentException e) {
            // not one of ours, as said below
        }
        throw notOurs();
    }

    /** The numbers of a cursor that {@link #of} made; 400 {@code malformed} for anything else. */
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
            // not one of ours, as said below
        }
        throw notOurs();
    }

    private static Problem notOurs() {
        return new Problem(Code.MALFORMED, "The cursor is not one that this list has given.");
    }
}
