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
 * Lets an answer that fails midway end with a broken connection: with a regular end, a client could take it for whole.
 * Servlets have no word for that; on Undertow (WildFly) it is the connection's own {@code close}, reached without a
 * compile-time dependency on the server.
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

    /** Ends the connection of a request whose answer cannot be finished. */
    static void connection(ServletRequest request) {
        of(request).run();
    }

    /** What ends the connection of a request, at whatever time and on whatever thread. */
    public static Runnable of(ServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof Runnable abort ? abort : () -> {};
    }

    private static void close(HttpServletRequest request) {
        try {
            var exchange = request.getClass().getMethod("getExchange").invoke(request);
            var connection = exchange.getClass().getMethod("getConnection").invoke(exchange);
            ((AutoCloseable) connection).close();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "This server lets no connection be closed; a client sees JSON that ends early", e);
        }
    }
}
