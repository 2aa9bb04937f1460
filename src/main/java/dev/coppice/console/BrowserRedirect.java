package dev.coppice.console;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.net.URI;

/**
 * Redirects {@code GET /} to the console if the client is a browser, that is, if its {@code Accept} header names
 * {@code text/html}. Other clients get 404, as for any path that does not exist.
 */
@Provider
@PreMatching
public class BrowserRedirect implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
        if (request.getMethod().equals(HttpMethod.GET)
                && request.getUriInfo().getRequestUri().getRawPath().equals("/")
                && acceptsHtml(request.getHeaderString(HttpHeaders.ACCEPT))) {
            request.abortWith(Response.status(Response.Status.FOUND)
                    .location(URI.create("/console/"))
                    .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
                    .build());
        }
    }

    private static boolean acceptsHtml(String accept) {
        return accept != null && accept.contains("text/html");
    }
}
