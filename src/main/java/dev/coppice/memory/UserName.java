package dev.coppice.memory;

import dev.coppice.Ids;
import dev.coppice.access.Request;

/** Identifies a user by tenant and user id. In HTTP requests the tenant is always that of the caller's bearer token. */
public record UserName(String tenant, String id) {
    /**
     * Returns the user in a URL path under {@code v1/users/{user}}. Throws 422 {@code invalid-id} if the id is invalid.
     */
    static UserName of(Request request) {
        return of(request.tenant(), request.uri().getPathParameters().getFirst("user"));
    }

    /** Creates a user name. Throws 422 {@code invalid-id} if the id is invalid. */
    public static UserName of(String tenant, String id) {
        return new UserName(tenant, Ids.check(id, "userId"));
    }

    /**
     * Returns a key that no other user and no session ({@code SessionName#key}) has. It contains line breaks, which no
     * id contains.
     */
    public String key() {
        return tenant + "\n\n\n" + id;
    }
}
