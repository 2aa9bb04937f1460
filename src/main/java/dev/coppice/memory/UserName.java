package dev.coppice.memory;

import dev.coppice.Ids;
import dev.coppice.access.Request;

/** Identifies a user by tenant and user id. In HTTP requests the tenant is always that of the caller's bearer token. */
public record UserName(String tenant, String id) {
    /**
     * Returns the user in the path of a route under {@code v1/users/{user}}; throws 422 {@code invalid-id} for an
     * invalid id.
     */
    static UserName of(Request request) {
        return of(request.tenant(), request.uri().getPathParameters().getFirst("user"));
    }

    /** Creates a user name; throws 422 {@code invalid-id} for an invalid id. */
    public static UserName of(String tenant, String id) {
        return new UserName(tenant, Ids.check(id, "userId"));
    }

    /**
     * Returns a key that differs from the keys of all other users and of all sessions ({@code SessionName#key}): it
     * contains line breaks, which no id contains.
     */
    public String key() {
        return tenant + "\n\n\n" + id;
    }
}
