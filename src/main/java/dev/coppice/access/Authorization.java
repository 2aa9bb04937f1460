package dev.coppice.access;

import jakarta.inject.Inject;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;
import java.util.Set;

/**
 * Checks the scope of the token before the resource method runs. GET, HEAD and OPTIONS need {@code read}; other methods
 * need {@code write}; routes for tokens and administration need {@code admin}. New routes are checked without any
 * declaration.
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
