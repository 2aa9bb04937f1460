package dev.coppice.format;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A picture, a sound, a document.
 *
 * @param type its media type; {@code image/*} when only that much is known
 * @param url where it lies on the web, or null
 * @param data its bytes in base64, or null; without either it lies with its provider
 * @param name of the file, or null
 */
record Media(String type, String url, String data, String name, Source source) implements Part {
    /** A picture of which that is all that was said. */
    static final String ANY_IMAGE = "image/*";

    /** Of bytes of which nothing is said. */
    static final String UNKNOWN = "application/octet-stream";

    private static final String BASE64 = ";base64,";

    /** How pictures begin, in base64. */
    private static final Map<String, String> PICTURES =
            Map.of("/9j/", "image/jpeg", "iVBOR", "image/png", "R0lGOD", "image/gif", "UklGR", "image/webp");

    Media {
        type = type.isBlank() ? UNKNOWN : type;
        url = url == null || url.isBlank() ? null : url;
        data = data == null || data.isBlank() ? null : data;
        if (type.equals(ANY_IMAGE) && data != null) {
            for (var picture : PICTURES.entrySet()) {
                type = data.startsWith(picture.getKey()) ? picture.getValue() : type;
            }
        }
    }

    /** Of a URL that may hold the data itself. */
    static Media at(String type, String url, String name, Source source) {
        if (url == null || !url.startsWith("data:")) {
            return new Media(type, url, null, name, source);
        }
        int end = url.indexOf(BASE64);
        if (end < 0) {
            return new Media(type, null, null, name, source);
        }
        var said = before(url.substring("data:".length(), end), ';');
        return new Media(said.isBlank() ? type : said, null, url.substring(end + BASE64.length()), name, source);
    }

    /** Of what may be a URL, or base64 without one. */
    static Media of(String type, String urlOrData, String name, Source source) {
        boolean url = urlOrData == null || urlOrData.startsWith("data:") || urlOrData.contains("://");
        return url ? at(type, urlOrData, name, source) : new Media(type, null, urlOrData, name, source);
    }

    /** The part of the media type before its slash. */
    String kind() {
        return before(type, '/').toLowerCase(Locale.ROOT);
    }

    private static String before(String text, char sign) {
        int end = text.indexOf(sign);
        return end < 0 ? text : text.substring(0, end);
    }

    /** The words of a plain text; empty when it is none, or says nothing. */
    Optional<String> words() {
        if (!type.equalsIgnoreCase("text/plain") || data == null) {
            return Optional.empty();
        }
        try {
            var words = new String(Base64.getMimeDecoder().decode(data), StandardCharsets.UTF_8);
            return Optional.of(words).filter(text -> !text.isBlank());
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // whoever stored it called something else base64
        }
    }

    boolean isImage() {
        return kind().equals("image");
    }

    boolean isPdf() {
        return type.equalsIgnoreCase("application/pdf");
    }

    boolean isOnWeb() {
        return url != null && (url.startsWith("https://") || url.startsWith("http://"));
    }

    /** True for pictures that all providers show. */
    boolean isShownByAll() {
        return PICTURES.containsValue(type.toLowerCase(Locale.ROOT));
    }

    /** An address that holds the data, or where they lie. */
    String address() {
        return data == null ? url : "data:" + type + BASE64 + data;
    }

    /** What a reader is told when it cannot be shown. */
    String mention() {
        return "[" + (isImage() ? "image" : "file") + (name == null ? "" : " " + name) + " (" + type + ") left out]";
    }
}
