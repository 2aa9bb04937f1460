package dev.coppice.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Servlet filter that enables the server to close the connection of a request before the response is complete. If a
 * response fails midway, closing the connection prevents the client from mistaking it for a complete response. The
 * Servlet API has no method to close the connection. So on Undertow (WildFly) the filter calls {@code close} of the
 * connection by reflection, without a compile-time dependency on the server.
 */
@WebFilter(value = "/*", asyncSupported = true)
public class ConnectionAbort extends HttpFilter {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = Logger.getLogger(ConnectionAbort.class.getName());
    private static final String ATTRIBUTE = "coppice.abort";

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        request.setAttribute(ATTRIBUTE, (Runnable) () -> close(request));
        chain.doFilter(request, response);
    }

    /** Closes the connection of a request whose response cannot be completed. */
    static void connection(ServletRequest request) {
        of(request).run();
    }

    /**
     * Returns an action that closes the connection of a request. It may run at any time, on any thread. It does nothing
     * if the request has not passed through this filter.
     */
    public static Runnable of(ServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof Runnable abort ? abort : () -> {};
    }

    private static void close(HttpServletRequest request) {
        try {
            var exchange = request.getClass().getMethod("getExchange").invoke(request);
            var connection = exchange.getClass().getMethod("getConnection").invoke(exchange);
            ((AutoCloseable) connection).close();
        } catch (Exception e) {
            LOG.log(
                    Level.WARNING,
                    "The connection cannot be closed on this server; the client receives incomplete JSON",
                    e);
        }
    }
}
