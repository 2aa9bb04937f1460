package dev.coppice.http;

import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Servlet filter that allows web pages of the origins in {@code coppice.http.allowed-origins} to call {@code /v1} and
 * {@code /mcp} (CORS). As a servlet filter, and unlike a filter of JAX-RS, it also sets the headers of event streams
 * and of all errors. Answers preflight requests itself, because browsers send them without a token. Never sends
 * {@code Access-Control-Allow-Credentials}, because the API uses no cookies.
 */
@WebFilter(value = "/*", asyncSupported = true)
public class CrossOriginFilter extends HttpFilter {
    private static final long serialVersionUID = 1;

    private static final String METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";

    private static final String REQUEST_HEADERS =
            "Authorization, Content-Type, Accept, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id,"
                    + " Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id";

    /** Names of the response headers that a page may read, in addition to those that browsers always allow. */
    private static final String RESPONSE_HEADERS =
            "ETag, Location, Retry-After, Allow, WWW-Authenticate, Idempotency-Replayed, X-Request-Id";

    /**
     * Time in seconds for which a browser may reuse the answer to a preflight request. Chromium uses at most two hours.
     */
    private static final String MAX_AGE_SECONDS = "7200";

    @Inject
    private transient HttpSettings settings;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!isCovered(request.getRequestURI()) || settings.allowedOrigins().isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        response.addHeader("Vary", "Origin");
        var origin = request.getHeader("Origin");
        if (!Origins.isListed(origin, settings.allowedOrigins())) {
            chain.doFilter(request, response);
            return;
        }
        response.setHeader("Access-Control-Allow-Origin", origin);
        if (isPreflight(request)) {
            answerPreflight(request, response);
        } else {
            response.setHeader("Access-Control-Expose-Headers", RESPONSE_HEADERS);
            chain.doFilter(request, response);
        }
    }

    private static boolean isCovered(String path) {
        return path.equals("/v1") || path.startsWith("/v1/") || path.startsWith("/mcp");
    }

    private static boolean isPreflight(HttpServletRequest request) {
        return request.getMethod().equals("OPTIONS") && request.getHeader("Access-Control-Request-Method") != null;
    }

    /**
     * Answers a preflight request: allows the methods of the API, and all request headers that the page asks for. Any
     * header is allowed because the page's origin is already known to be allowed, and the page's libraries may add
     * headers of their own.
     */
    private static void answerPreflight(HttpServletRequest request, HttpServletResponse response) {
        var headers = request.getHeader("Access-Control-Request-Headers");
        response.addHeader("Vary", "Access-Control-Request-Headers");
        response.setHeader("Access-Control-Allow-Methods", METHODS);
        response.setHeader(
                "Access-Control-Allow-Headers",
                headers == null || headers.isBlank() ? REQUEST_HEADERS : REQUEST_HEADERS + ", " + headers);
        response.setHeader("Access-Control-Max-Age", MAX_AGE_SECONDS);
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }
}
