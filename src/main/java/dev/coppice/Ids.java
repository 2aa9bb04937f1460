package dev.coppice;

import dev.coppice.Problem.Code;

/**
 * Checks the ids that clients choose for sessions, messages, users and agents, and the names of namespaces and tenants.
 * Ids are compared byte by byte.
 */
public final class Ids {
    /** Maximum length of an id in code points. Every supported database can index a text column of this length. */
    public static final int MAX_LENGTH = 255;

    /**
     * Prefix of the ids of summary messages, which a history shows in place of compacted messages. A message with such
     * an id is never stored: an append skips it, so that a client may send back what it has read.
     */
    public static final String RESERVED = "compaction_";

    private Ids() {}

    /**
     * Returns the given id if it is valid. Throws 422 {@code invalid-id} if it is empty, longer than
     * {@link #MAX_LENGTH}, {@code .} or {@code ..}, begins or ends with white space, or contains a control character, a
     * slash, a backslash or half a surrogate pair (a lone surrogate).
     *
     * @param where place of the id in the request, a JSON pointer or the name of a parameter, for the error response
     */
    public static String check(String id, String where) {
        var error = error(id);
        if (error != null) {
            throw Problem.at(where, Code.INVALID_ID, error);
        }
        return id;
    }

    /** Returns the given id if it is null or valid; otherwise throws 422 {@code invalid-id}, like {@link #check}. */
    public static String checkOrNull(String id, String where) {
        return id == null ? null : check(id, where);
    }

    /**
     * Returns the given namespace. If it is null, returns the empty string, which is the default namespace. Throws 422
     * {@code invalid-id} if it is neither empty nor a valid id. Also throws it for {@code *}, which means all
     * namespaces in requests for lists.
     */
    public static String checkNamespace(String namespace) {
        if (namespace == null || namespace.isEmpty()) {
            return "";
        }
        if (namespace.equals("*")) {
            throw Problem.at("namespace", Code.INVALID_ID, "The namespace must not be *, which means all namespaces.");
        }
        return check(namespace, "namespace");
    }

    /**
     * Returns the given text, such as a display name; null if it is null. Throws 422 {@code invalid} if it has more
     * than {@link #MAX_LENGTH} code points, or contains U+0000 or a lone surrogate.
     *
     * @param text the text, or null
     * @param where place of the text in the request, a JSON pointer or the name of a parameter, for the error response
     */
    public static String checkText(String text, String where) {
        return checkText(text, MAX_LENGTH, where);
    }

    /**
     * Checks a text as {@link #checkText(String, String)} does, with another maximum length.
     *
     * @param maxLength maximum length in code points
     */
    public static String checkText(String text, int maxLength, String where) {
        if (text != null && text.codePointCount(0, text.length()) > maxLength) {
            throw Problem.at(where, Code.INVALID, "At most " + maxLength + " characters.");
        }
        if (text != null && text.indexOf(0) >= 0) {
            throw Problem.at(where, Code.INVALID, "The text must not hold the character U+0000.");
        }
        return checkUnicode(text, where);
    }

    /**
     * True if the database can store the text in a text column. False if the text contains U+0000 or half a surrogate
     * pair (a lone surrogate). Bodies of messages are stored as bytes, so this rule does not apply to them.
     */
    public static boolean isStorable(String text) {
        return text.codePoints().noneMatch(c -> c == 0 || isSurrogate(c));
    }

    /**
     * Returns the given text; null if it is null. Throws 422 {@code invalid} if it contains a lone surrogate. The
     * length is not checked.
     *
     * @param text the text, or null
     * @param where place of the text in the request, a JSON pointer or the name of a parameter, for the error response
     */
    public static String checkUnicode(String text, String where) {
        if (text != null && text.codePoints().anyMatch(Ids::isSurrogate)) {
            throw Problem.at(where, Code.INVALID, "A text must not hold half a surrogate pair.");
        }
        return text;
    }

    private static boolean isSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    private static String error(String id) {
        if (id.isEmpty() || id.codePointCount(0, id.length()) > MAX_LENGTH) {
            return "An id has 1 to " + MAX_LENGTH + " characters.";
        }
        if (id.equals(".") || id.equals("..")) {
            return "An id must not be . or ...";
        }
        if (isSpace(id.codePointAt(0)) || isSpace(id.codePointBefore(id.length()))) {
            return "An id must not begin or end with white space.";
        }
        boolean hasForbidden =
                id.codePoints().anyMatch(c -> Character.isISOControl(c) || c == '/' || c == '\\' || isSurrogate(c));
        return hasForbidden ? "An id must not hold control characters, slashes or half surrogate pairs." : null;
    }

    private static boolean isSpace(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }
}
