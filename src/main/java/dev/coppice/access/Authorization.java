package dev.coppice.access;

import jakarta.inject.Inject;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;
import java.util.Set;

/**
 * Rejects a request with 403 {@code forbidden} if its bearer token lacks the scope (permission) that the request needs.
 * Paths that begin with {@code /v1/tokens} or {@code /v1/admin} need the scope {@code admin}. Other GET, HEAD and
 * OPTIONS requests need {@code read}. All other requests below {@code /v1} need {@code write}. The rule covers new
 * routes without any declaration.
 */
@Provider
public class Authorization implements ContainerRequestFilter {
    private static final Set<String> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    @Inject
    private Caller caller;

    @Override
    public void filter(ContainerRequestContext request) {
        var path = request.getUriInfo().getRequestUri().getRawPath();
        if (path.startsWith("/v1/tokens") || path.startsWith("/v1/admin")) {
            caller.require(Scope.ADMIN);
        } else if (path.startsWith("/v1/")) {
            caller.require(READING.contains(request.getMethod()) ? Scope.READ : Scope.WRITE);
        }
    }
}
