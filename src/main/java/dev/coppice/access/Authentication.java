package dev.coppice.access;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.jwt.JwtVerifier;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;

/**
 * Finds the tenant and the scopes (permissions) of the bearer token of each request below {@code /v1} or {@code /mcp}.
 * Rejects the request with 401 {@code unauthenticated} if the token is missing, unknown, revoked or expired, with 503
 * {@code unavailable} if the keys of the OpenID provider are needed and cannot be fetched, and with 400
 * {@code malformed} if the path contains a semicolon. Runs before JAX-RS looks for the route, so that clients without a
 * token cannot find out which routes exist. A semicolon in front of what this class checks, as in
 * {@code /v1;x/sessions}, does not come here ({@code http.RequestFilter}).
 */
@Provider
@PreMatching
public class Authentication implements ContainerRequestFilter {
    private static final String SCHEME = "Bearer ";

    /**
     * Maximum length of a token in characters. Issued tokens have 47, those of OpenID providers a few thousand. The
     * limit prevents a client without a valid token from making the server hash megabytes.
     */
    private static final int MAX_TOKEN = JwtVerifier.MAX_TOKEN;

    @Inject
    private TokenCache tokens;

    @Inject
    private Caller caller;

    @Inject
    private Request current;

    @Override
    public void filter(ContainerRequestContext request) {
        var path = request.getUriInfo().getRequestUri().getRawPath();
        if (!needsToken(path)) {
            return;
        }
        var identity = tokens.identify(token(request.getHeaderString(HttpHeaders.AUTHORIZATION)))
                .orElseThrow(() -> new Problem(Code.UNAUTHENTICATED, "The bearer token is not valid."));
        caller.set(identity);
        current.set(request);
        if (path.indexOf(';') >= 0) {
            // JAX-RS would read the part after the semicolon as matrix parameters and use a shorter id.
            throw new Problem(Code.MALFORMED, "The path must not contain a semicolon. Encode it as %3B.");
        }
    }

    /** True if a request to this path must have a valid bearer token. */
    private static boolean needsToken(String path) {
        return path.equals("/v1") || path.startsWith("/v1/") || path.startsWith("/mcp");
    }

    /**
     * Returns the bearer token in the value of a header {@code Authorization}. Throws 401 {@code unauthenticated} if
     * the header is null, has another authentication scheme, or contains an empty token or one of more than
     * {@link #MAX_TOKEN} characters.
     */
    static String token(String header) {
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw new Problem(
                    Code.UNAUTHENTICATED, "A bearer token is missing. Send the header Authorization: Bearer <token>.");
        }
        var token = header.substring(SCHEME.length()).strip();
        if (token.isEmpty() || token.length() > MAX_TOKEN) {
            throw new Problem(Code.UNAUTHENTICATED, "The bearer token is not valid.");
        }
        return token;
    }
}
