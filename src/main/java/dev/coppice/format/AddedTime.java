package dev.coppice.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Removes the member {@code createdAt} that the server has added to a stored item of OpenAI's API, so that a client
 * gets the item back byte for byte. {@link MessageBody#completed} adds this member at the end of an item without a
 * time, for example {@code ,"createdAt":"2026-03-01T12:00:00.000Z"}. A client may also have sent an item that ends with
 * such a member; then the member must stay. {@link #protect} marks such an item by a space after the member when the
 * item is stored, and {@link #removed} then removes only this space. Pure.
 */
final class AddedTime {
    private static final String NAME = ",\"createdAt\":\"";

    private static final Pattern MEMBER =
            Pattern.compile(Pattern.quote(NAME) + "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z\"");

    /** Number of bytes of the added member {@code createdAt}, including the comma before it. */
    private static final int LENGTH = NAME.length() + "2026-03-01T12:00:00.000Z\"".length();

    private AddedTime() {}

    /**
     * Prepares an item of OpenAI's API for storing, so that {@link #removed} returns it unchanged later. Inserts a
     * space before the last brace if the item's own last member looks like the one that the server adds; otherwise
     * returns the given array.
     *
     * @param item a JSON object
     */
    static byte[] protect(byte[] item) {
        return endOfMember(item) < 0 ? item : Splice.apply(item, List.of(Splice.insert(item.length - 1, " ")));
    }

    /**
     * Returns an item of OpenAI's API as its sender wrote it.
     *
     * @param message the item as {@link #protect} returned it, with or without the member {@code createdAt} that the
     *     server adds
     */
    static byte[] removed(byte[] message) {
        int end = endOfMember(message);
        if (end < 0) {
            return message;
        }
        int last = message.length - 1;
        var splice = end == last ? Splice.remove(end - LENGTH, end) : Splice.remove(last - 1, last);
        return Splice.apply(message, List.of(splice));
    }

    /**
     * Returns the index after the last member of a JSON object if this member has the form of the added
     * {@code createdAt}. Returns -1 if it has another form. Only spaces may follow the member before the object's
     * closing brace.
     */
    private static int endOfMember(byte[] json) {
        int end = json.length - 1;
        while (end > 0 && json[end - 1] == ' ') {
            end--;
        }
        if (end < LENGTH) {
            return -1;
        }
        var tail = new String(Arrays.copyOfRange(json, end - LENGTH, end), StandardCharsets.ISO_8859_1);
        return MEMBER.matcher(tail).matches() ? end : -1;
    }
}
