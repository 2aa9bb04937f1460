package dev.coppice.session;

import dev.coppice.Ids;
import dev.coppice.access.Request;

/**
 * Identifies a session by tenant, namespace and session id. Over HTTP the tenant is always that of the bearer token;
 * Java code in the same server names the tenant itself.
 *
 * @param tenant name of the tenant
 * @param namespace name of the namespace; empty for the default one, never null
 * @param id the session id
 */
public record SessionName(String tenant, String namespace, String id) {
    /**
     * Returns the name of the session that a request's URL contains: the session id comes from the path
     * {@code v1/sessions/{session}}, the namespace from the query parameter {@code namespace}. Throws 422
     * {@code invalid-id} if the id or the query parameter {@code namespace} is invalid.
     */
    public static SessionName of(Request request) {
        return of(request, request.uri().getPathParameters().getFirst("session"));
    }

    /**
     * Returns the name of the session {@code id} in the namespace that the request's query parameter {@code namespace}
     * names, by default the empty one. The tenant is that of the request's bearer token. Throws 422 {@code invalid-id}
     * if the id or the namespace is invalid.
     */
    public static SessionName of(Request request, String id) {
        return of(request.tenant(), request.uri().getQueryParameters().getFirst("namespace"), id);
    }

    /**
     * Creates the name of a session of the given tenant; a null namespace means the empty one. Throws 422
     * {@code invalid-id} if the namespace or the id is invalid.
     */
    public static SessionName of(String tenant, String namespace, String id) {
        return new SessionName(tenant, Ids.checkNamespace(namespace), Ids.check(id, "id"));
    }

    /**
     * Returns the session's absolute URI for a {@code Location} header. A semicolon in it is escaped, because JAX-RS
     * would read the text after it as a matrix parameter.
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
