package dev.coppice.session;

import dev.coppice.Ids;
import dev.coppice.access.Request;

/**
 * The name of a session. Over HTTP the tenant comes from the caller's credential only; Java callers in the same server
 * say for whom they act.
 */
public record SessionName(String tenant, String namespace, String id) {
    /** The session that the path of a route under {@code v1/sessions/{session}} names; 422 {@code invalid-id}. */
    public static SessionName of(Request request) {
        return of(request, request.uri().getPathParameters().getFirst("session"));
    }

    /** A session in the namespace that the query names; 422 {@code invalid-id}. */
    public static SessionName of(Request request, String id) {
        return of(request.tenant(), request.uri().getQueryParameters().getFirst("namespace"), id);
    }

    /** Checks namespace and id; 422 {@code invalid-id}. A null namespace is the empty one. */
    public static SessionName of(String tenant, String namespace, String id) {
        return new SessionName(tenant, Ids.namespace(namespace), Ids.check(id, "id"));
    }

    /** Where it is found, as a {@code Location} says it: a bare semicolon would begin a matrix parameter. */
    public String place(Request request) {
        var place = request.uri().getBaseUriBuilder().path("v1/sessions/{id}").resolveTemplate("id", id, true);
        return (namespace.isEmpty()
                        ? place
                        : place.queryParam("namespace", "{namespace}").resolveTemplate("namespace", namespace))
                .build()
                .toString()
                .replace(";", "%3B");
    }

    /** One string that no other session of any tenant has: ids hold no control characters. */
    public String key() {
        return tenant + '\n' + namespace + '\n' + id;
    }
}
