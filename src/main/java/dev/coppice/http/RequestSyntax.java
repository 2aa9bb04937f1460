package dev.coppice.http;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Checks of a request's address and headers before JAX-RS reads them. Pure. */
final class RequestSyntax {
    /** Maximum number of characters of a host name in DNS. */
    private static final int MAX_HOST = 253;

    private RequestSyntax() {}

    /**
     * True if JAX-RS can read the request in the only way in which it is meant. False for an address that is no URI,
     * such as a path with a bracket; for a path such as {@code /v1;x/sessions}, which JAX-RS would match as
     * {@code /v1/sessions} while the check of the token sees another one; for a host that is longer than any name,
     * because some responses contain it; for a query that is not UTF-8, in which other ids would be read than were
     * sent; and for a weight that is no number.
     */
    static boolean isReadable(HttpServletRequest request) {
        var path = request.getRequestURI();
        boolean isChecked = path.startsWith("/v1/") || path.startsWith("/mcp");
        var query = request.getQueryString();
        return (isChecked || path.indexOf(';') < 0)
                && request.getServerName().length() <= MAX_HOST
                && isUri(query == null ? request.getRequestURL().toString() : request.getRequestURL() + "?" + query)
                && (query == null || isUtf8(query))
                && Weights.areNumbers(request);
    }

    private static boolean isUri(String text) {
        try {
            new URI(text);
            return true;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** True if the escaped bytes of a query are UTF-8. The query must be part of a valid URI. */
    static boolean isUtf8(String query) {
        var bytes = URLDecoder.decode(query, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
