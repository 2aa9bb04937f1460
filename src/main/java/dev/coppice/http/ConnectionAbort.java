package dev.coppice.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Servlet filter that enables the server to close the connection of a request before the response is complete. If a
 * response fails midway, closing the connection prevents the client from mistaking it for a complete response. The
 * Servlet API has no method to close the connection. So the filter calls methods of Undertow (WildFly) or of Catalina
 * and Grizzly (Payara) by reflection, without a compile-time dependency on the server.
 */
@WebFilter(value = "/*", asyncSupported = true)
public class ConnectionAbort extends HttpFilter {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = Logger.getLogger(ConnectionAbort.class.getName());
    private static final String ATTRIBUTE = "coppice.abort";

    /**
     * For each kind of server, the names of the methods that close the connection: the first method is called on the
     * request, each other method on the result of the previous one.
     */
    private static final List<List<String>> METHODS = List.of(
            List.of("getExchange", "getConnection", "close"),
            List.of(
                    "getUnwrappedCoyoteRequest",
                    "getCoyoteRequest",
                    "getContext",
                    "getConnection",
                    "terminateSilently"));

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
            var methods = METHODS.stream()
                    .filter(names -> hasMethod(request, names.get(0)))
                    .findFirst()
                    .orElseThrow(
                            () -> new NoSuchMethodException(request.getClass().getName()));
            Object target = request;
            for (var name : methods) {
                target = target == null
                        ? null
                        : target.getClass().getMethod(name).invoke(target);
            }
        } catch (Exception e) {
            LOG.log(
                    Level.WARNING,
                    "The connection cannot be closed on this server; the client receives incomplete JSON",
                    e);
        }
    }

    private static boolean hasMethod(Object target, String name) {
        return Arrays.stream(target.getClass().getMethods())
                .anyMatch(method -> method.getName().equals(name));
    }
}
