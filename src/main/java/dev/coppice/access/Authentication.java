package dev.coppice.access;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;

/**
 * Lets nobody without a token near {@code /v1}, known route or not. Runs before the route is looked for, so that an
 * answer never tells a stranger what there is.
 */
@Provider
@PreMatching
public class Authentication implements ContainerRequestFilter {
    private static final String SCHEME = "Bearer ";

    /** Ours have 47 characters; hashing megabytes of header for a stranger would be his gain only. */
    private static final int MAX_TOKEN = 256;

    @Inject
    private Credentials credentials;

    @Inject
    private Caller caller;

    @Inject
    private Request current;

    @Override
    public void filter(ContainerRequestContext request) {
        var path = request.getUriInfo().getRequestUri().getRawPath();
        if (!path.equals("/v1") && !path.startsWith("/v1/")) {
            return;
        }
        var identity = credentials
                .recognise(token(request.getHeaderString(HttpHeaders.AUTHORIZATION)))
                .orElseThrow(() -> new Problem(Code.UNAUTHENTICATED, "The token is not valid."));
        caller.is(identity.tenant(), identity.scopes());
        current.is(request);
        if (path.indexOf(';') >= 0) {
            // JAX-RS would cut the id off there and answer for another one.
            throw new Problem(Code.MALFORMED, "Write a semicolon in a path as %3B.");
        }
    }

    /** The token of the header {@code Authorization}; 401 {@code unauthenticated} when there is none. */
    static String token(String header) {
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw new Problem(Code.UNAUTHENTICATED, "Send Authorization: Bearer and a token.");
        }
        var token = header.substring(SCHEME.length()).strip();
        if (token.isEmpty() || token.length() > MAX_TOKEN) {
            throw new Problem(Code.UNAUTHENTICATED, "The token is not valid.");
        }
        return token;
    }
}
