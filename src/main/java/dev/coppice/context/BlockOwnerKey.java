package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.BlockScope;
import dev.coppice.session.Session;

/**
 * Identifies the owner of a block's stored content. Depending on the block's scope, the owner is a session, a user, an
 * agent or a tenant.
 *
 * @param scope which sessions share the content
 * @param tenant database id of the tenant
 * @param name the session's database id, the user's id or the agent's name; empty for a tenant; null if the scope is
 *     user or agent and the session has none
 * @param session the session's database id for the scope session, else null
 */
public record BlockOwnerKey(int tenant, BlockScope scope, String name, Long session) {
    /** Returns the owner of those blocks of a session that have this scope; see {@link #exists}. */
    static BlockOwnerKey of(Session session, BlockScope scope) {
        return switch (scope) {
            case SESSION -> new BlockOwnerKey(session.tenant(), scope, Long.toString(session.id()), session.id());
            case USER -> user(session.tenant(), session.userId());
            case AGENT -> new BlockOwnerKey(session.tenant(), scope, session.agent(), null);
            case TENANT -> new BlockOwnerKey(session.tenant(), scope, "", null);
        };
    }

    static BlockOwnerKey user(int tenant, String userId) {
        return new BlockOwnerKey(tenant, BlockScope.USER, userId, null);
    }

    /** True if there is an owner. False if the scope is user or agent and the session has none. */
    boolean exists() {
        return name != null;
    }

    /** Throws 409 {@code no-user} if the scope is user or agent and the session has none. */
    void check() {
        if (!exists()) {
            throw new Problem(Code.NO_USER, "The session has no " + scope.word() + " whose content this could be.");
        }
    }
}
