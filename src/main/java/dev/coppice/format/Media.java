package dev.coppice.format;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A file: an image, audio, a video, a document. With neither URL nor data, only its provider has the file.
 *
 * @param type its media type; {@code image/*} when no more is known
 * @param url null when the file has none
 * @param data its bytes in base64; null when the message does not hold them
 * @param name of the file; null when it has none
 */
record Media(String type, String url, String data, String name, Source source) implements Content {
    /** Type of an image whose format is unknown. */
    static final String ANY_IMAGE = "image/*";

    /** Type of a file whose format is unknown. */
    static final String UNKNOWN = "application/octet-stream";

    private static final String BASE64 = ";base64,";

    /** Beginnings of images in base64, and their types. */
    private static final Map<String, String> IMAGES =
            Map.of("/9j/", "image/jpeg", "iVBOR", "image/png", "R0lGOD", "image/gif", "UklGR", "image/webp");

    Media {
        type = type.isBlank() ? UNKNOWN : type;
        url = url == null || url.isBlank() ? null : url;
        data = data == null || data.isBlank() ? null : data;
        if (type.equals(ANY_IMAGE) && data != null) {
            for (var image : IMAGES.entrySet()) {
                type = data.startsWith(image.getKey()) ? image.getValue() : type;
            }
        }
    }

    /** The file at a URL; its data when that is a {@code data:} URL. */
    static Media at(String type, String url, String name, Source source) {
        if (url == null || !url.startsWith("data:")) {
            return new Media(type, url, null, name, source);
        }
        int end = url.indexOf(BASE64);
        if (end < 0) {
            return new Media(type, null, null, name, source);
        }
        var stated = before(url.substring("data:".length(), end), ';');
        return new Media(stated.isBlank() ? type : stated, null, url.substring(end + BASE64.length()), name, source);
    }

    /** The file at a URL, or with its data as bare base64. */
    static Media of(String type, String urlOrData, String name, Source source) {
        boolean isUrl = urlOrData == null || urlOrData.startsWith("data:") || urlOrData.contains("://");
        return isUrl ? at(type, urlOrData, name, source) : new Media(type, null, urlOrData, name, source);
    }

    /** The part of the media type before its slash. */
    String kind() {
        return before(type, '/').toLowerCase(Locale.ROOT);
    }

    private static String before(String text, char sign) {
        int end = text.indexOf(sign);
        return end < 0 ? text : text.substring(0, end);
    }

    /** The text of a plain text file; empty when it is another file, blank, or not base64. */
    Optional<String> plainText() {
        if (!type.equalsIgnoreCase("text/plain") || data == null) {
            return Optional.empty();
        }
        try {
            var text = new String(Base64.getMimeDecoder().decode(data), StandardCharsets.UTF_8);
            return Optional.of(text).filter(present -> !present.isBlank());
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // The sender labelled something else as base64.
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

    /** True for the types of images that all providers accept. */
    boolean isCommonImage() {
        return IMAGES.containsValue(type.toLowerCase(Locale.ROOT));
    }

    /** The URL, or a {@code data:} URL with the data. */
    String address() {
        return data == null ? url : "data:" + type + BASE64 + data;
    }

    /** The text that replaces a file which cannot be shown. */
    String mention() {
        return "[" + (isImage() ? "image" : "file") + (name == null ? "" : " " + name) + " (" + type + ") left out]";
    }
}
