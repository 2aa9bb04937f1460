package dev.coppice.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

/** Adds the headers that every HTTP response has. */
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
