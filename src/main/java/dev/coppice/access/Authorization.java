package dev.coppice.access;

import jakarta.inject.Inject;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;
import java.util.Set;

/**
 * Asks for the scope of a route before anything of it is looked up: reading needs {@code read}, everything else
 * {@code write}, tokens {@code admin}. A new route is guarded without having to say so.
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
            caller.need(Scope.ADMIN);
        } else if (path.startsWith("/v1/")) {
            caller.need(READING.contains(request.getMethod()) ? Scope.READ : Scope.WRITE);
        }
    }
}
