package dev.coppice.session;

import dev.coppice.Ids;
import dev.coppice.access.Request;

/**
 * Identifies a session by tenant, namespace and session id. Over HTTP the tenant is always that of the bearer token.
 * Java callers in the same server pass a tenant.
 */
public record SessionName(String tenant, String namespace, String id) {
    /**
     * Returns the name of the session in a URL path under {@code v1/sessions/{session}}. Throws 422 {@code invalid-id}
     * if the id or the query parameter {@code namespace} is invalid.
     */
    public static SessionName of(Request request) {
        return of(request, request.uri().getPathParameters().getFirst("session"));
    }

    /**
     * Returns the name of the session {@code id} in the namespace that the query parameter {@code namespace} gives.
     * Throws 422 {@code invalid-id} if the id or the namespace is invalid.
     */
    public static SessionName of(Request request, String id) {
        return of(request.tenant(), request.uri().getQueryParameters().getFirst("namespace"), id);
    }

    /**
     * Creates a name; a null namespace means the empty one. Throws 422 {@code invalid-id} if the namespace or the id is
     * invalid.
     */
    public static SessionName of(String tenant, String namespace, String id) {
        return new SessionName(tenant, Ids.checkNamespace(namespace), Ids.check(id, "id"));
    }

    /**
     * Returns the session's URI for a {@code Location} header. A semicolon in it is escaped, because JAX-RS would read
     * the text after it as a matrix parameter.
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
     * Returns a string that is unique among the sessions of all tenants. It consists of tenant, namespace and id,
     * separated by line feeds. None of the three contains a line feed.
     */
    public String key() {
        return tenant + '\n' + namespace + '\n' + id;
    }
}
