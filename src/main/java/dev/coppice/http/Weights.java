package dev.coppice.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** The weights in headers with media types, such as {@code q=0.8} in {@code Accept: text/html;q=0.8}. */
final class Weights {
    private static final List<String> HEADERS = List.of(HttpHeaders.ACCEPT, HttpHeaders.CONTENT_TYPE);

    /**
     * A quoted text, or the letter of a weight (first group) with its value (second group; null if there is none). No
     * quantifier gives back what it has matched, so that the time is linear in the header.
     */
    private static final Pattern WEIGHT =
            Pattern.compile("\"[^\"]*+\"|;\\s*+(q)\\s*+(?:=([^;,]*+))?+(?=[;,]|$)", Pattern.CASE_INSENSITIVE);

    /** A number may be in quotes. */
    private static final Pattern QUOTES = Pattern.compile("^\"|\"$");

    private Weights() {}

    /** True if all weights of a request are numbers. JAX-RS answers 500 to others. */
    static boolean areNumbers(HttpServletRequest request) {
        return HEADERS.stream()
                .flatMap(name -> Collections.list(request.getHeaders(name)).stream())
                .allMatch(Weights::areNumbers);
    }

    static boolean areNumbers(String header) {
        return WEIGHT.matcher(header)
                .results()
                .filter(found -> found.group(1) != null)
                .allMatch(found -> isNumber(found.group(2)));
    }

    private static boolean isNumber(String text) {
        if (text == null) {
            return false;
        }
        try {
            Float.parseFloat(QUOTES.matcher(text.strip()).replaceAll(""));
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
