package dev.coppice.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

/**
 * Adds {@code X-Content-Type-Options: nosniff} to every response, and {@code Cache-Control: no-store} to responses to
 * paths below {@code /v1} and {@code /mcp}.
 */
@Provider
public class HeadersFilter implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        response.getHeaders().putSingle("X-Content-Type-Options", "nosniff");
        var path = request.getUriInfo().getRequestUri().getRawPath();
        if (path.startsWith("/v1") || path.startsWith("/mcp")) {
            response.getHeaders().putSingle("Cache-Control", "no-store");
        }
    }
}
