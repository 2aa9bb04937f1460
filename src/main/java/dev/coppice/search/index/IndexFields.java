package dev.coppice.search.index;

/** Names of the index fields. Filters are keyword fields; ranking reads numeric columns. */
public final class IndexFields {
    /** Increase it when the mapping changes or texts are read differently: an index of another version is built anew. */
    static final int VERSION = 3;

    /** What was said in a message, or the text of a block entry: as stems, and as unstemmed words. */
    public static final String SAID = "said";

    public static final String SAID_WORDS = "saidWords";

    /** Reasoning, inputs and outputs of tools: as stems, and as unstemmed words. */
    public static final String ASIDE = "aside";

    public static final String ASIDE_WORDS = "asideWords";

    public static final String TENANT = "tenant";
    public static final String NAMESPACE = "namespace";
    public static final String USER = "user";
    public static final String AGENT = "agent";
    public static final String SOURCE = "source";
    public static final String ROLE = "role";
    public static final String TIME = "time";

    /** Number of the session that the text was written in; used to find the documents of a deleted session. */
    static final String SESSION = "session";

    /** Number of the text's tree, as a filter and as a column for ranking; a session has one tree at a time. */
    public static final String TREE = "tree";

    public static final String TREE_COLUMN = "treeColumn";

    public static final String BRANCH = "branch";
    public static final String DEPTH = "depth";

    /** The position as a keyword, used to find neighboring messages. */
    public static final String AT = "at";

    /** 1 for the text of an edit, else 0. */
    public static final String EDITED = "edited";

    /** Number of a block entry, and of its store. */
    public static final String ENTRY = "entry";

    public static final String STORE = "store";

    /** Fingerprint of the content that the document was made from, compared by verifications. */
    static final String FINGERPRINT = "print";

    private IndexFields() {}

    /** The value of {@link #AT}. */
    public static String at(long branch, int depth) {
        return branch + ":" + depth;
    }
}
