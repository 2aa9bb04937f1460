package dev.coppice.http;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides which web pages may call the server. A browser sends the origin of the page in a header; other clients send
 * no origin. A page can read a response only if its origin is the server's own, or if the {@link CrossOriginFilter}
 * allows it. The MCP endpoint rejects requests of pages that {@link #mayCallMcp} does not allow, without executing
 * them. This also prevents DNS rebinding, where an attacker makes the host name of a page resolve to this server's
 * address. Pure.
 */
public final class Origins {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private static final Map<String, Integer> DEFAULT_PORTS = Map.of("http", 80, "https", 443);

    private static final Pattern ORIGIN = Pattern.compile("https?://[^/?#@]+", Pattern.CASE_INSENSITIVE);

    private static final String SCHEME_END = "://";

    private Origins() {}

    /**
     * Reads the value of {@code coppice.http.allowed-origins}, origins separated by commas. Throws
     * {@link IllegalArgumentException} if one of them is no origin, for example {@code *}.
     *
     * @param setting the value, or null if the setting is not set
     */
    static List<String> list(String setting) {
        var origins = Arrays.stream(setting == null ? new String[0] : setting.split(","))
                .map(String::strip)
                .filter(origin -> !origin.isEmpty())
                .toList();
        for (var origin : origins) {
            if (normalized(origin) == null || !ORIGIN.matcher(origin).matches()) {
                throw new IllegalArgumentException("coppice.http.allowed-origins must list origins such as"
                        + " https://app.example.com; this is none: " + origin);
            }
        }
        return origins;
    }

    /**
     * True if the origin is one of the allowed origins. Ignores case and default ports.
     *
     * @param origin value of the header {@code Origin}, or null
     */
    static boolean isListed(String origin, List<String> allowed) {
        var page = normalized(origin);
        return page != null && allowed.stream().map(Origins::normalized).anyMatch(page::equals);
    }

    /**
     * True if a request to the MCP endpoint may be executed: it has no origin, or its origin is that of the public URL,
     * one of the allowed origins, or this server under a loopback name. Ignores case and default ports.
     *
     * @param origin value of the header {@code Origin}, or null
     * @param host value of the header {@code Host}, or null
     * @param publicUrl URL under which clients reach the server, or null
     * @param allowed origins that may call the endpoint
     */
    public static boolean mayCallMcp(String origin, String host, String publicUrl, List<String> allowed) {
        if (origin == null || isListed(origin, allowed)) {
            return true;
        }
        var page = normalized(origin);
        return page != null
                && (page.equals(normalized(publicUrl))
                        || isLoopback(page) && page.equals(normalized(scheme(page) + host)));
    }

    /**
     * Returns scheme, host and port of a URL, in lower case and without the default port of the scheme; null if the URL
     * is null or invalid.
     */
    private static String normalized(String url) {
        try {
            var uri = url == null ? null : URI.create(url);
            if (uri == null || uri.getScheme() == null || uri.getHost() == null || uri.getRawUserInfo() != null) {
                return null;
            }
            var scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            boolean isDefault = uri.getPort() == -1 || uri.getPort() == DEFAULT_PORTS.getOrDefault(scheme, -1);
            return scheme
                    + SCHEME_END
                    + uri.getHost().toLowerCase(Locale.ROOT)
                    + (isDefault ? "" : ":" + uri.getPort());
        } catch (IllegalArgumentException e) {
            return null; // A mistake of the operator or the client: equal to no other origin.
        }
    }

    private static String scheme(String origin) {
        return origin.substring(0, origin.indexOf(SCHEME_END) + SCHEME_END.length());
    }

    private static boolean isLoopback(String origin) {
        return LOOPBACK.contains(URI.create(origin).getHost());
    }
}
