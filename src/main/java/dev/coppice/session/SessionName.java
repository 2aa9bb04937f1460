package dev.coppice.session;

import dev.coppice.Ids;

/**
 * The name of a session. Over HTTP the tenant comes from the caller's credential only; Java callers in the same server
 * say for whom they act.
 */
public record SessionName(String tenant, String namespace, String id) {
    /** Checks namespace and id; 422 {@code invalid-id}. A null namespace is the empty one. */
    public static SessionName of(String tenant, String namespace, String id) {
        return new SessionName(tenant, Ids.namespace(namespace), Ids.check(id, "id"));
    }

    /** One string that no other session of any tenant has: ids hold no control characters. */
    public String key() {
        return tenant + '\n' + namespace + '\n' + id;
    }
}
