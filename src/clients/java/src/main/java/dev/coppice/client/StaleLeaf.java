package dev.coppice.client;

import java.util.List;

/** An append was refused, because the session's leaf is not the one that it expected. Nothing was stored. */
public final class StaleLeaf extends CoppiceProblem {
    private static final long serialVersionUID = 1L;

    static final String CODE = "stale-leaf";

    private final String leafId;

    StaleLeaf(int status, String detail, List<FieldError> errors, String leafId) {
        super(status, CODE, detail, errors);
        this.leafId = leafId;
    }

    /** Returns the leaf that the session has; null if it has no message. */
    public String leafId() {
        return leafId;
    }
}
