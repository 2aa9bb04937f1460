package dev.coppice.session;

import dev.coppice.Ids;
import dev.coppice.access.Request;

/**
 * The name of a session. Over HTTP the tenant is always that of the bearer token. Java callers in the same server pass
 * a tenant.
 */
public record SessionName(String tenant, String namespace, String id) {
    /** Returns the name of the session of a route under {@code v1/sessions/{session}}; 422 {@code invalid-id}. */
    public static SessionName of(Request request) {
        return of(request, request.uri().getPathParameters().getFirst("session"));
    }

    /**
     * Returns the name of a session in the namespace of the query parameter {@code namespace}; 422 {@code invalid-id}.
     */
    public static SessionName of(Request request, String id) {
        return of(request.tenant(), request.uri().getQueryParameters().getFirst("namespace"), id);
    }

    /** Checks namespace and id; 422 {@code invalid-id}. A null namespace means the empty one. */
    public static SessionName of(String tenant, String namespace, String id) {
        return new SessionName(tenant, Ids.checkNamespace(namespace), Ids.check(id, "id"));
    }

    /**
     * The session's URI for a {@code Location} header. A semicolon is escaped, because it would start a matrix
     * parameter.
     */
    public String location(Request request) {
        var location =
                request.uri().getBaseUriBuilder().path("v1/sessions/{id}").resolveTemplate("id", id, true);
        return (namespace.isEmpty()
                        ? location
                        : location.queryParam("namespace", "{namespace}").resolveTemplate("namespace", namespace))
                .build()
                .toString()
                .replace(";", "%3B");
    }

    /**
     * Returns a string that is unique among the sessions of all tenants. Line feeds separate its parts, which contain
     * no control characters.
     */
    public String key() {
        return tenant + '\n' + namespace + '\n' + id;
    }
}
