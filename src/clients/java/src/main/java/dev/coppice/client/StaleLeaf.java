package dev.coppice.client;

import java.util.List;

/**
 * Thrown if the server refuses an append because the session's leaf (its latest message) is not the one that the append
 * expects. Nothing was stored.
 */
public final class StaleLeaf extends CoppiceProblem {
    private static final long serialVersionUID = 1L;

    static final String CODE = "stale-leaf";

    private final String leafId;

    StaleLeaf(int status, String detail, List<FieldError> errors, String leafId) {
        super(status, CODE, detail, errors, null);
        this.leafId = leafId;
    }

    /** Returns the id of the leaf that the session has; null if the session has no message. */
    public String leafId() {
        return leafId;
    }
}
