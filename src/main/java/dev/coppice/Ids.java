package dev.coppice;

import dev.coppice.Problem.Code;

/**
 * The rules that every name given by a client obeys: sessions, messages, users, agents, namespaces. Ids are compared
 * binary and are never patterns.
 */
public final class Ids {
    /** Code points; a key column of 255 characters in UTF-8 fits the index of every database. */
    public static final int MAX_LENGTH = 255;

    /** Ids of synthetic summaries, which clients echo back. */
    public static final String RESERVED = "compaction_";

    private Ids() {}

    /** The id itself, if it is one; 422 {@code invalid-id} otherwise, naming where it stood. */
    public static String check(String id, String where) {
        var wrong = fault(id);
        if (wrong != null) {
            throw Problem.at(where, Code.INVALID_ID, wrong);
        }
        return id;
    }

    /** As {@link #check}, for an id that need not be there. */
    public static String checkOrNull(String id, String where) {
        return id == null ? null : check(id, where);
    }

    /** A namespace is empty or an id, not {@code *}, which means all of them in lists. */
    public static String namespace(String namespace) {
        if (namespace == null || namespace.isEmpty()) {
            return "";
        }
        if (namespace.equals("*")) {
            throw Problem.at("namespace", Code.INVALID_ID, "A namespace of this name cannot exist.");
        }
        return check(namespace, "namespace");
    }

    /** Free text such as a name: what fits its column and can be stored as it is. */
    public static String text(String text, String where) {
        if (text != null && text.codePointCount(0, text.length()) > MAX_LENGTH) {
            throw Problem.at(where, Code.INVALID, "At most " + MAX_LENGTH + " characters.");
        }
        return whole(text, where);
    }

    /** A text of any length that can be stored as it is; 422 {@code invalid} for half a surrogate pair. */
    public static String whole(String text, String where) {
        if (text != null && text.codePoints().anyMatch(Ids::isSurrogate)) {
            throw Problem.at(where, Code.INVALID, "A text must not hold half a surrogate pair.");
        }
        return text;
    }

    private static boolean isSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    private static String fault(String id) {
        if (id.isEmpty() || id.codePointCount(0, id.length()) > MAX_LENGTH) {
            return "An id has 1 to " + MAX_LENGTH + " characters.";
        }
        if (id.equals(".") || id.equals("..")) {
            return "An id must not be . or ...";
        }
        if (space(id.codePointAt(0)) || space(id.codePointBefore(id.length()))) {
            return "An id must not begin or end with white space.";
        }
        boolean bad =
                id.codePoints().anyMatch(c -> Character.isISOControl(c) || c == '/' || c == '\\' || isSurrogate(c));
        return bad ? "An id must not hold control characters, slashes or half surrogate pairs." : null;
    }

    private static boolean space(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }
}
