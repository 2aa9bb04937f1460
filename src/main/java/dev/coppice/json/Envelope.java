package dev.coppice.json;

import java.util.Set;

/**
 * Reads request envelopes: the JSON objects of a request whose members Coppice defines, as opposed to data that it
 * stores verbatim. A member whose value is JSON null counts as absent, because many serializers write null for every
 * field that is not set. A wrong type or a duplicate name throws 400 {@code malformed}; an unknown member throws 400
 * {@code unknown-field}, even if it is null.
 */
public final class Envelope {
    /** The members of an envelope. */
    public interface Members {
        /**
         * Returns the action that reads the value of the member with this name. Calls {@link JsonInput#unknown} for a
         * name that the envelope does not have.
         */
        Runnable reader(String name);
    }

    private Envelope() {}

    /**
     * Reads the whole body as one envelope. Throws 400 {@code malformed} if the body is no object, an object contains a
     * name twice, or anything follows the object.
     */
    public static void document(JsonInput in, Members members) {
        document(in, Set.of(), members);
    }

    /**
     * Reads the whole body as one envelope, in which null is a value of some members. Throws 400 {@code malformed} if
     * the body is no object, an object contains a name twice, or anything follows the object.
     *
     * @param verbatim names of the members that are read even if their value is null, because they are stored verbatim
     */
    public static void document(JsonInput in, Set<String> verbatim, Members members) {
        read(in, verbatim, members);
        in.end();
    }

    /**
     * Reads the envelope at the reader's position. Throws 400 {@code malformed} if there is no object, or it contains a
     * name twice.
     */
    public static void object(JsonInput in, Members members) {
        read(in, Set.of(), members);
    }

    private static void read(JsonInput in, Set<String> verbatim, Members members) {
        in.object(name -> {
            var reader = members.reader(name);
            if (!in.isNull() || verbatim.contains(name)) {
                reader.run();
            }
        });
    }
}
