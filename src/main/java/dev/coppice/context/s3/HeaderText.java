package dev.coppice.context.s3;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Encodes and decodes texts in an object's metadata. Metadata are sent in HTTP headers, so they must be ASCII. A text
 * that is not printable ASCII is encoded as one encoded word of RFC 2047 ({@code =?UTF-8?B?…?=}), but without the
 * maximum length of that RFC. S3 itself returns non-ASCII metadata in this form.
 */
public final class HeaderText {
    /** Matches an encoded word of RFC 2047: charset, encoding (B or Q), encoded text. */
    private static final Pattern WORD = Pattern.compile("=\\?([^?\\s]+)\\?([BbQq])\\?([^?\\s]*)\\?=");
    /** Matches white space between two encoded words, which does not belong to the text. */
    private static final Pattern BETWEEN_WORDS = Pattern.compile("(?<=\\?=)\\s+(?==\\?)");
    /** Matches a text that needs no encoding: printable ASCII without a space at its start or end. */
    private static final Pattern PLAIN = Pattern.compile("[!-~]([ -~]*[!-~])?");

    private HeaderText() {}

    /**
     * Encodes a text as a metadata value, which {@link #decode} converts back. Printable ASCII stays unchanged, unless
     * it contains {@code =?}, or begins or ends with a space.
     */
    public static String encode(String text) {
        if (PLAIN.matcher(text).matches() && !text.contains("=?")) {
            return text;
        }
        return "=?UTF-8?B?" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "?=";
    }

    /**
     * Decodes a metadata value: replaces each encoded word of RFC 2047 by its text, and removes white space between two
     * encoded words. Other text stays unchanged, including invalid encoded words.
     */
    public static String decode(String value) {
        var joined = BETWEEN_WORDS.matcher(value).replaceAll("");
        return WORD.matcher(joined).replaceAll(word -> {
            try {
                var bytes = word.group(2).equalsIgnoreCase("B")
                        ? Base64.getDecoder().decode(word.group(3))
                        : quoted(word.group(3));
                return Matcher.quoteReplacement(new String(bytes, Charset.forName(word.group(1))));
            } catch (IllegalArgumentException e) {
                return Matcher.quoteReplacement(word.group());
            }
        });
    }

    /** Decodes the "Q" encoding of RFC 2047, in which {@code =41} is an A and {@code _} is a space. */
    private static byte[] quoted(String text) {
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '=' && i + 2 < text.length()) {
                bytes.write(Integer.parseInt(text, i + 1, i + 3, 16));
                i += 2;
            } else {
                bytes.write(c == '_' ? ' ' : c);
            }
        }
        return bytes.toByteArray();
    }
}
