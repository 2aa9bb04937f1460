package dev.coppice.mcp;

import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * Decides which web pages may call the MCP endpoint. A browser sends the page's origin in a header; other clients send
 * no origin. If an attacker lets the name of a page resolve to this server's address (DNS rebinding), the origin of the
 * page is a foreign one, and the request is refused. Pure.
 */
final class Origins {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private Origins() {}

    /**
     * True if a request may be executed. This is so if it has no origin, or if its origin is that of the public URL,
     * one of the allowed ones, or this server under a loopback name.
     *
     * @param origin value of the header {@code Origin}, or null
     * @param host value of the header {@code Host}, or null
     * @param publicUrl URL under which clients reach the server, or null
     * @param allowed origins that may call the endpoint
     */
    static boolean isAllowed(String origin, String host, String publicUrl, List<String> allowed) {
        return origin == null
                || allowed.contains(origin)
                || origin.equals(origin(publicUrl))
                || isLoopback(origin)
                        && origin.substring(origin.indexOf("//") + 2).equals(host);
    }

    /** Returns scheme, host and port of a URL; null if the URL is null or invalid. */
    private static String origin(String url) {
        try {
            var uri = url == null ? null : URI.create(url);
            return uri == null || uri.getHost() == null ? null : uri.getScheme() + "://" + uri.getRawAuthority();
        } catch (IllegalArgumentException e) {
            return null; // An operator's mistake; then only the allowed origins count.
        }
    }

    private static boolean isLoopback(String origin) {
        try {
            var host = URI.create(origin).getHost();
            return host != null && LOOPBACK.contains(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
