package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.BlockScope;
import dev.coppice.session.Session;

/**
 * Whose content a block of some scope shows in one session.
 *
 * @param tenant the tenant's number
 * @param name the session's number, the user, the agent; empty for the tenant, null for a user that is not there
 * @param session the session's number when nobody else shares the content, else null
 */
record ContentOwner(int tenant, BlockScope scope, String name, Long session) {
    static ContentOwner of(Session session, BlockScope scope) {
        return switch (scope) {
            case SESSION -> new ContentOwner(session.tenant(), scope, Long.toString(session.id()), session.id());
            case USER -> new ContentOwner(session.tenant(), scope, session.userId(), null);
            case AGENT -> new ContentOwner(session.tenant(), scope, session.agent(), null);
            case TENANT -> new ContentOwner(session.tenant(), scope, "", null);
        };
    }

    /** False for the user of a session that has none. */
    boolean isThere() {
        return name != null;
    }

    /** 409 {@code no-user} for the user of a session that has none. */
    void check() {
        if (!isThere()) {
            throw new Problem(Code.NO_USER, "The session has no " + scope.word() + " whose content this could be.");
        }
    }
}
