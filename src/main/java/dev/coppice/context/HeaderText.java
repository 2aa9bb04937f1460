package dev.coppice.context;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text in an object's metadata, which travels in HTTP headers and so is ASCII. Any other is written as an encoded word of
 * RFC 2047 ({@code =?UTF-8?B?…?=}), in one piece of any length; S3 itself answers so for metadata that is not ASCII.
 */
final class HeaderText {
    private static final Pattern WORD = Pattern.compile("=\\?([^?\\s]+)\\?([BbQq])\\?([^?\\s]*)\\?=");
    private static final Pattern BETWEEN_WORDS = Pattern.compile("(?<=\\?=)\\s+(?==\\?)");
    private static final Pattern PLAIN = Pattern.compile("[!-~]([ -~]*[!-~])?");

    private HeaderText() {}

    /** Plain text as it is; {@link #decode} gives back the same for any text. */
    static String encode(String text) {
        if (PLAIN.matcher(text).matches() && !text.contains("=?")) {
            return text;
        }
        return "=?UTF-8?B?" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "?=";
    }

    /** Encoded words read; all else, what only looks like one too, as it is. */
    static String decode(String value) {
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

    /** RFC 2047's "Q": {@code =41} is an A, {@code _} a space. */
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
