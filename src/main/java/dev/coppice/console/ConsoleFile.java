package dev.coppice.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * A file of the console, ready to be sent to browsers.
 *
 * @param type value of the header {@code Content-Type}
 * @param tag value of the header {@code ETag}: a hash of the content in quotes
 * @param content the bytes of the file
 * @param zipped the bytes in gzip format; null if that is not shorter
 */
record ConsoleFile(String type, String tag, byte[] content, byte[] zipped) {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");

    private static final String PLAIN = "text/plain; charset=utf-8";

    /**
     * Creates a file from its content.
     *
     * @param name name of the file; its ending determines the content type
     */
    static ConsoleFile of(String name, byte[] content) {
        var type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), PLAIN);
        var zipped = zip(content);
        return new ConsoleFile(type, tag(content), content, zipped.length < content.length ? zipped : null);
    }

    /**
     * True if the value of a header {@code If-None-Match} names the content of this file.
     *
     * @param header value of the header; null if the request has no such header
     */
    boolean isKnown(String header) {
        return header != null
                && Arrays.stream(header.split(","))
                        .map(String::strip)
                        .map(value -> value.startsWith("W/") ? value.substring(2) : value)
                        .anyMatch(value -> value.equals("*") || value.equals(tag));
    }

    private static String tag(byte[] content) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(content);
            return '"' + HexFormat.of().formatHex(hash, 0, 12) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java platform has SHA-256
        }
    }

    private static byte[] zip(byte[] content) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
