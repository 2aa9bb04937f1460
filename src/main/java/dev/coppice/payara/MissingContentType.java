package dev.coppice.payara;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;

/**
 * JAX-RS filter that treats a body without {@code Content-Type} as {@code application/octet-stream}, so that the
 * request is refused with 415. Without this filter, Jersey (the JAX-RS implementation of Payara) would accept such a
 * body as if it had the type that the route expects.
 */
@Provider
@PreMatching
public class MissingContentType implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getMediaType() == null && request.hasEntity()) {
            request.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_OCTET_STREAM);
        }
    }
}
