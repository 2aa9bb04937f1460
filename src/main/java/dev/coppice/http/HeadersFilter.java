package dev.coppice.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

/** Adds {@code Cache-Control: no-store} to responses to paths below {@code /v1} and {@code /mcp}. */
@Provider
public class HeadersFilter implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        var path = request.getUriInfo().getRequestUri().getRawPath();
        if (path.startsWith("/v1") || path.startsWith("/mcp")) {
            response.getHeaders().putSingle("Cache-Control", "no-store");
        }
    }
}
