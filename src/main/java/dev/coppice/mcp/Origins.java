package dev.coppice.mcp;

import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * Decides which web pages may call the MCP endpoint. A browser sends the origin of the page; other clients send none. A
 * page whose name resolves to the address of this server (DNS rebinding) has a foreign origin and is refused. Pure.
 */
final class Origins {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private Origins() {}

    /**
     * Returns true if a request may be executed: it has no origin, the origin is that of the public URL, it is one of
     * the allowed ones, or it is this server under a loopback name.
     *
     * @param origin value of the header {@code Origin}, or null
     * @param host value of the header {@code Host}, or null
     * @param publicUrl URL under which clients reach the server, or null
     */
    static boolean isAllowed(String origin, String host, String publicUrl, List<String> allowed) {
        return origin == null
                || allowed.contains(origin)
                || origin.equals(origin(publicUrl))
                || isLoopback(origin)
                        && origin.substring(origin.indexOf("//") + 2).equals(host);
    }

    /** Returns scheme, host and port of a URL; null for null or an invalid URL. */
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
