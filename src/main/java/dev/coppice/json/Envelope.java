package dev.coppice.json;

import java.util.Set;

/**
 * Reads request envelopes. An envelope is a JSON object of a request whose members the API defines; data that is stored
 * byte for byte is not an envelope. A member with the value null counts as absent, because many serializers write null
 * for every field that is not set. Throws 400 {@code malformed} if a value has the wrong type or a name occurs twice,
 * 400 {@code unknown-field} if a member is unknown, even if its value is null.
 */
public final class Envelope {
    /** Maps the names of an envelope's members to the actions that read their values. */
    public interface Members {
        /**
         * Returns the action that reads the value of the member with this name. For an unknown name, an implementation
         * calls {@link JsonInput#unknown}, which throws.
         */
        Runnable reader(String name);
    }

    private Envelope() {}

    /**
     * Reads a whole body as one JSON object with known members. Throws 400 {@code malformed} if the body is no object,
     * an object contains a name twice, or anything follows the object. Throws 400 {@code unknown-field} if a member is
     * unknown.
     *
     * @param members returns, for the name of a member, the action that reads its value
     */
    public static void document(JsonInput in, Members members) {
        document(in, Set.of(), members);
    }

    /**
     * Reads a whole body as one JSON object with known members. A member with the value null counts as absent, unless
     * its name is in {@code verbatim}. Throws 400 {@code malformed} if the body is no object, an object contains a name
     * twice, or anything follows the object. Throws 400 {@code unknown-field} if a member is unknown.
     *
     * @param verbatim names of the members that are read even if their value is null, because they are stored verbatim
     * @param members returns, for the name of a member, the action that reads its value
     */
    public static void document(JsonInput in, Set<String> verbatim, Members members) {
        read(in, verbatim, members);
        in.end();
    }

    /**
     * Reads a JSON object with known members. The reader must be at the object. Throws 400 {@code malformed} if there
     * is no object, or if it contains a name twice. Throws 400 {@code unknown-field} if a member is unknown.
     *
     * @param members returns, for the name of a member, the action that reads its value
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
