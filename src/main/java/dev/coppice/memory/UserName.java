package dev.coppice.memory;

import dev.coppice.Ids;
import dev.coppice.access.Request;

/** Name of a user within a tenant. In HTTP requests the tenant is always that of the caller's credential. */
public record UserName(String tenant, String id) {
    /** Reads the user from the path of a route under {@code v1/users/{user}}; 422 {@code invalid-id}. */
    static UserName of(Request request) {
        return of(request.tenant(), request.uri().getPathParameters().getFirst("user"));
    }

    /** Creates a user name after checking its id; 422 {@code invalid-id}. */
    public static UserName of(String tenant, String id) {
        return new UserName(tenant, Ids.check(id, "userId"));
    }

    /**
     * Returns a key that differs from the keys of all other users and of sessions, because ids contain no control
     * characters.
     */
    public String key() {
        return tenant + "\n\n\n" + id;
    }
}
