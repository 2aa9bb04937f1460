package dev.coppice.http;

import dev.coppice.trace.Trace;
import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Servlet filter that surrounds the whole processing of a request. It counts the request and measures its duration.
 * It adds the security headers to every response, also to errors and event streams. While the request is processed, the
 * id of the request is stored in the thread ({@link Trace}). The response contains this id, too. A request that JAX-RS
 * could not read gets 400 ({@link RequestSyntax}). {@code web.xml} makes this filter the first one.
 */
public class RequestFilter extends HttpFilter {
    private static final long serialVersionUID = 1;
    private static final int FAILED = 500;

    /** Header with the id of a request, in requests and responses. */
    static final String REQUEST_ID = "X-Request-Id";

    /**
     * Value of {@code Content-Security-Policy}: a browser that shows a response as a page loads and executes nothing,
     * and no other page can contain it. The console replaces it by a policy for its pages.
     */
    private static final String NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

    @Inject
    private transient RequestMetrics metrics;

    @Inject
    private transient AccessLog accessLog;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        long start = System.nanoTime();
        int status = FAILED;
        var trace = Trace.of(
                request.getHeader(REQUEST_ID), request.getHeader("traceparent"), request.getHeader("tracestate"));
        request.setAttribute(REQUEST_ID, trace.requestId());
        addHeaders(request, response);
        metrics.begun();
        Trace.activate(trace);
        try {
            if (RequestSyntax.isReadable(request)) {
                chain.doFilter(request, response);
            } else {
                response.sendError(HttpServletResponse.SC_BAD_REQUEST);
            }
            status = response.getStatus();
        } finally {
            long nanos = System.nanoTime() - start;
            accessLog.log(request, status, nanos);
            Trace.activate(null);
            metrics.ended();
            route(request).record(status, nanos);
        }
    }

    /** Adds the headers of every response, with the id of the request. */
    static void addHeaders(HttpServletRequest request, HttpServletResponse response) {
        response.setHeader(REQUEST_ID, (String) request.getAttribute(REQUEST_ID));
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Content-Security-Policy", NO_PAGE);
    }

    private RouteMetrics route(HttpServletRequest request) {
        return request.getAttribute(RouteFilter.ATTRIBUTE) instanceof RouteMetrics route ? route : metrics.other();
    }
}
