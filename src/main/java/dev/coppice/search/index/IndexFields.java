package dev.coppice.search.index;

/**
 * Names of the fields of the search index. There are three kinds of fields: texts that are searched by words, keywords
 * and a time by which searches filter, and numbers that are read for each document found. The document of a block entry
 * has only those fields that apply to it.
 */
public final class IndexFields {
    /**
     * Version of the index fields. Increase it whenever a field changes or texts are extracted differently. A node that
     * finds an index of another version rebuilds it.
     */
    static final int VERSION = 7;

    /**
     * Two fields for what people and models said in a message, or for the text of a block entry. {@code SAID} has
     * stemmed words, {@code SAID_WORDS} unstemmed words.
     */
    public static final String SAID = "said";

    public static final String SAID_WORDS = "saidWords";

    /**
     * Two fields for the reasoning in a message, and for tool calls with their inputs and outputs. {@code ASIDE} has
     * stemmed words, {@code ASIDE_WORDS} unstemmed words.
     */
    public static final String ASIDE = "aside";

    public static final String ASIDE_WORDS = "asideWords";

    public static final String TENANT = "tenant";
    public static final String NAMESPACE = "namespace";
    public static final String USER = "user";

    /** Value of {@link #USER} for a session without a user. No user has this id, because ids are not empty. */
    public static final String NO_USER = "";

    public static final String AGENT = "agent";
    public static final String SOURCE = "source";
    public static final String ROLE = "role";
    public static final String TIME = "time";

    /**
     * Database id of the session in which the text was written or, for a block entry, of the session that owns the
     * entry. Used to find the documents of deleted and cleared sessions.
     */
    static final String SESSION = "session";

    /**
     * Two fields for the database id of the tree that the text belongs to. {@code TREE} is a keyword, for filters and
     * aggregations. {@code TREE_COLUMN} is a number that is read for each document found, to rank the documents and to
     * find their sessions.
     */
    public static final String TREE = "tree";

    public static final String TREE_COLUMN = "treeColumn";

    /**
     * Two fields for the row position of a message: {@code BRANCH} contains the database id of the branch,
     * {@code DEPTH} the depth in the branch.
     */
    public static final String BRANCH = "branch";

    public static final String DEPTH = "depth";

    /**
     * Row position of a message in one keyword field, in the form {@code branch:depth} that {@link #at} returns. Used
     * to find neighboring messages.
     */
    public static final String AT = "at";

    /** Field that is 1 for the text of an edit (an update of a message) and 0 for an original text. */
    public static final String EDITED = "edited";

    /**
     * Two fields of a block entry: {@code ENTRY} is the database id of the entry, {@code STORE} the database id of the
     * row of its block ({@code context.StoredBlock}).
     */
    public static final String ENTRY = "entry";

    public static final String STORE = "store";

    /**
     * Fingerprint of the content from which the document was made. A verification compares it with the fingerprint of
     * the row.
     */
    static final String FINGERPRINT = "print";

    private IndexFields() {}

    /**
     * Returns the value that the field {@link #AT} has for a row position, for example {@code 4:17} for depth 17 of the
     * branch with the database id 4.
     */
    public static String at(long branch, int depth) {
        return branch + ":" + depth;
    }
}
