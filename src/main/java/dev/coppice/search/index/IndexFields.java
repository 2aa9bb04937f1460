package dev.coppice.search.index;

/** Names of the index's fields. Filters are keywords; what hits are ranked by stands in columns of numbers. */
public final class IndexFields {
    /** Moves with the mapping or the way texts are read: an index of another version is built anew. */
    static final int VERSION = 3;

    /** What was said, or an entry says, in stems and in words as they stand. */
    public static final String SAID = "said";

    public static final String SAID_WORDS = "saidWords";

    /** Reasoning, inputs and outputs of tools. */
    public static final String ASIDE = "aside";

    public static final String ASIDE_WORDS = "asideWords";

    public static final String TENANT = "tenant";
    public static final String NAMESPACE = "namespace";
    public static final String USER = "user";
    public static final String AGENT = "agent";
    public static final String SOURCE = "source";
    public static final String ROLE = "role";
    public static final String TIME = "time";

    /** The number of the session that it was written for, by which is found what that one leaves behind. */
    static final String SESSION = "session";

    /** The number of the tree that the text belongs to, for filters, and for ranking: a session has one at a time. */
    public static final String TREE = "tree";

    public static final String TREE_COLUMN = "treeColumn";

    public static final String BRANCH = "branch";
    public static final String DEPTH = "depth";

    /** The position as a keyword, by which neighbours are found. */
    public static final String AT = "at";

    /** 1 when the text is an edit's. */
    public static final String EDITED = "edited";

    /** The number of an entry, and of the store that it belongs to. */
    public static final String ENTRY = "entry";

    public static final String STORE = "store";

    /** Fingerprint of all that the document was made of, by which verification recognises it. */
    static final String PRINT = "print";

    private IndexFields() {}

    public static String at(long branch, int depth) {
        return branch + ":" + depth;
    }
}
