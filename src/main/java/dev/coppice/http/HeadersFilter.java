package dev.coppice.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

/**
 * Adds {@code X-Content-Type-Options: nosniff} to every response, and {@code Cache-Control: no-store} to those below
 * {@code /v1}.
 */
@Provider
public class HeadersFilter implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        response.getHeaders().putSingle("X-Content-Type-Options", "nosniff");
        if (request.getUriInfo().getRequestUri().getRawPath().startsWith("/v1")) {
            response.getHeaders().putSingle("Cache-Control", "no-store");
        }
    }
}
