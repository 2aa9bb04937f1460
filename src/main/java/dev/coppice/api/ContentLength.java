package dev.coppice.api;

/** The size of a request body that the header {@code Content-Length} announces. Pure. */
public final class ContentLength {
    /** Maximum number of digits that always fit into a {@code long}. */
    private static final int MAX_DIGITS = 18;

    private ContentLength() {}

    /**
     * Returns the number of bytes; -1 if the header is null or not a number. Ignores zeros at the beginning of the
     * number. If it has more than 18 digits, returns {@code Long.MAX_VALUE}, which exceeds every limit.
     *
     * @param header value of the header {@code Content-Length}, or null if the request does not have it
     */
    public static long of(String header) {
        if (header == null || !header.matches("\\d+")) {
            return -1;
        }
        var digits = header.replaceFirst("^0+(?=\\d)", "");
        return digits.length() > MAX_DIGITS ? Long.MAX_VALUE : Long.parseLong(digits);
    }
}
