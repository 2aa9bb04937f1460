package dev.coppice.access;

import jakarta.inject.Inject;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import java.util.Set;

/**
 * Rejects a request with 403 {@code forbidden} if its bearer token lacks the scope (permission) that the request needs.
 * Paths that begin with {@code /v1/tokens}, {@code /v1/tenants}, {@code /v1/admin}, {@code /v1/export} or
 * {@code /v1/imports} need the scope {@code admin}. Of the other requests below {@code /v1}, GET, HEAD and OPTIONS need
 * {@code read}, all others need {@code write}. The rule covers new routes without any declaration.
 */
@Provider
public class Authorization implements ContainerRequestFilter {
    /** Beginnings of the paths by which the server is administered. */
    private static final List<String> ADMINISTRATION = List.of("/v1/tokens", "/v1/tenants", "/v1/admin");

    /** Beginnings of the paths that read or write the data of a whole tenant. */
    private static final List<String> WHOLE_TENANT = List.of("/v1/export", "/v1/imports");

    private static final Set<String> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    @Inject
    private Caller caller;

    /**
     * True if the path belongs to the administration of the server. If the caller has the scope {@code admin}, no quota
     * limits a request to such a path.
     */
    public static boolean isAdministration(String path) {
        return ADMINISTRATION.stream().anyMatch(path::startsWith);
    }

    @Override
    public void filter(ContainerRequestContext request) {
        var path = request.getUriInfo().getRequestUri().getRawPath();
        if (isAdministration(path) || WHOLE_TENANT.stream().anyMatch(path::startsWith)) {
            caller.require(Scope.ADMIN);
        } else if (path.startsWith("/v1/")) {
            caller.require(READING.contains(request.getMethod()) ? Scope.READ : Scope.WRITE);
        }
    }
}
