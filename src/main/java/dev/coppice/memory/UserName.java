package dev.coppice.memory;

import dev.coppice.Ids;
import dev.coppice.access.Request;

/** The name of a user. Over HTTP the tenant comes from the caller's credential only. */
public record UserName(String tenant, String id) {
    /** The user in the path of a route under {@code v1/users/{user}}; 422 {@code invalid-id}. */
    static UserName of(Request request) {
        return of(request.tenant(), request.uri().getPathParameters().getFirst("user"));
    }

    /** A user with a checked id; 422 {@code invalid-id}. */
    public static UserName of(String tenant, String id) {
        return new UserName(tenant, Ids.check(id, "userId"));
    }

    /** A key that no other user and no session has, because ids have no control characters. */
    public String key() {
        return tenant + "\n\n\n" + id;
    }
}
