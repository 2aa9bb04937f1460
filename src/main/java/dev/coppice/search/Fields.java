package dev.coppice.search;

/** Names of the index's fields. Filters are keywords; what hits are ranked by stands in columns of numbers. */
final class Fields {
    /** Moves with the mapping or the way texts are read: an index of another version is built anew. */
    static final int VERSION = 3;

    /** What was said, or an entry says, in stems and in words as they stand. */
    static final String SAID = "said";

    static final String SAID_WORDS = "saidWords";

    /** Reasoning, inputs and outputs of tools. */
    static final String ASIDE = "aside";

    static final String ASIDE_WORDS = "asideWords";

    static final String TENANT = "tenant";
    static final String NAMESPACE = "namespace";
    static final String USER = "user";
    static final String AGENT = "agent";
    static final String SOURCE = "source";
    static final String ROLE = "role";
    static final String TIME = "time";

    /** The number of the session that it was written for, by which is found what that one leaves behind. */
    static final String SESSION = "session";

    /** The number of the tree that the text belongs to, for filters, and for ranking: a session has one at a time. */
    static final String TREE = "tree";

    static final String TREE_COLUMN = "treeColumn";

    static final String BRANCH = "branch";
    static final String DEPTH = "depth";

    /** The position as a keyword, by which neighbours are found. */
    static final String AT = "at";

    /** 1 when the text is an edit's. */
    static final String EDITED = "edited";

    /** The number of an entry, and of the store that it belongs to. */
    static final String ENTRY = "entry";

    static final String STORE = "store";

    /** Fingerprint of all that the document was made of, by which verification recognises it. */
    static final String PRINT = "print";

    private Fields() {}

    static String at(long branch, int depth) {
        return branch + ":" + depth;
    }
}
