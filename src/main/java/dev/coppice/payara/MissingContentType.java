package dev.coppice.payara;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;

/**
 * JAX-RS filter that treats a body without {@code Content-Type} as {@code application/octet-stream}, so that it is
 * refused with 415. Without this filter, Jersey would take such a body for whatever the route accepts; RESTEasy refuses
 * it.
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
