package dev.coppice.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A file in a message: an image, recording, video or document. A file with neither URL nor data, but with a source, is
 * stored at the model provider; the source contains the provider's id of the file. A file without all three has no
 * content.
 *
 * @param type media type; {@code image/*} for an image of an unknown format. The misnomer {@code image/jpg} becomes
 *     {@code image/jpeg}
 * @param url URL of the file; null if the file has none or {@code data} contains the content
 * @param data content in base64; null if the message does not contain it
 * @param name file name; null if it has none
 * @param source the stored JSON; null if the file must be written anew in every format
 */
record Media(String type, String url, String data, String name, Source source) implements Content {
    /** Media type of an image whose format is unknown. */
    static final String ANY_IMAGE = "image/*";

    /** Media type of a file whose format is unknown. */
    static final String UNKNOWN = "application/octet-stream";

    private static final String DATA = "data:";
    private static final String BASE64 = ";base64,";
    private static final int HEX = 16;

    /**
     * Media types of images by the first characters of the image's data in base64. Each image format begins with bytes
     * of its own.
     */
    private static final Map<String, String> IMAGES =
            Map.of("/9j/", "image/jpeg", "iVBOR", "image/png", "R0lGOD", "image/gif", "UklGR", "image/webp");

    Media {
        type = type.isBlank() ? UNKNOWN : type.equalsIgnoreCase("image/jpg") ? "image/jpeg" : type;
        url = url == null || url.isBlank() ? null : url;
        data = data == null || data.isBlank() ? null : data;
        if (type.equals(ANY_IMAGE) && data != null) {
            for (var image : IMAGES.entrySet()) {
                type = data.startsWith(image.getKey()) ? image.getValue() : type;
            }
        }
    }

    /**
     * Creates a file from its URL. A {@code data:} URL gives a file with data and without a URL. A {@code data:} URL
     * without a comma is invalid, and gives a file without data and without a URL.
     *
     * @param type media type of the file; the type that a {@code data:} URL states takes precedence
     * @param url the URL, or null if the file has none
     * @param name file name; null if it has none
     * @param source the stored JSON; null if the file must be written anew in every format
     */
    static Media at(String type, String url, String name, Source source) {
        if (url == null || !hasScheme(url, DATA)) {
            return new Media(type, url, null, name, source);
        }
        int comma = url.indexOf(',');
        if (comma < 0) {
            return new Media(type, null, null, name, source);
        }
        var stated = before(url.substring(DATA.length(), comma), ';');
        boolean isBase64 = url.startsWith(BASE64, comma + 1 - BASE64.length());
        var data = isBase64 ? url.substring(comma + 1) : encoded(url.substring(comma + 1));
        return new Media(stated.isBlank() ? type : stated, null, data, name, source);
    }

    /** Converts the percent-encoded content of a {@code data:} URL to base64. */
    private static String encoded(String content) {
        var bytes = new ByteArrayOutputStream(content.length());
        var raw = content.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < raw.length; i++) {
            int high = raw[i] == '%' && i + 2 < raw.length ? Character.digit(raw[i + 1], HEX) : -1;
            int low = high < 0 ? -1 : Character.digit(raw[i + 2], HEX);
            bytes.write(low < 0 ? raw[i] : HEX * high + low);
            i += low < 0 ? 0 : 2;
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /**
     * Creates a file from a text that is either its URL or its data in base64. The text is a URL if it begins with
     * {@code data:} or contains {@code ://}.
     *
     * @param type media type of the file; the type that a {@code data:} URL states takes precedence
     * @param urlOrData URL or data; null for a file with neither
     * @param name file name; null if it has none
     * @param source the stored JSON; null if the file must be written anew in every format
     */
    static Media of(String type, String urlOrData, String name, Source source) {
        boolean isUrl = urlOrData == null || hasScheme(urlOrData, DATA) || urlOrData.contains("://");
        return isUrl ? at(type, urlOrData, name, source) : new Media(type, null, urlOrData, name, source);
    }

    /** Returns the kind of the file: the media type up to its slash, in lower case, for example {@code image}. */
    String kind() {
        return before(type, '/').toLowerCase(Locale.ROOT);
    }

    private static String before(String text, char sign) {
        int end = text.indexOf(sign);
        return end < 0 ? text : text.substring(0, end);
    }

    /**
     * Returns the text of a file of type {@code text/plain}; empty if the file has another type or no data, is blank,
     * or its data is not base64.
     */
    Optional<String> plainText() {
        return type.equalsIgnoreCase("text/plain") ? text().filter(text -> !text.isBlank()) : Optional.empty();
    }

    /**
     * Returns the text of a file whose type is {@code text/…}; empty if the file has another type or no data, or its
     * data is not base64.
     */
    Optional<String> text() {
        if (!kind().equals("text") || data == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new String(Base64.getMimeDecoder().decode(data), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // The sender declared data as base64 that is not base64.
        }
    }

    boolean isImage() {
        return kind().equals("image");
    }

    boolean isPdf() {
        return type.equalsIgnoreCase("application/pdf");
    }

    boolean isOnWeb() {
        return isOnWeb(url);
    }

    /** True for an address of the web; false for null. */
    static boolean isOnWeb(String url) {
        return url != null && (hasScheme(url, "https://") || hasScheme(url, "http://"));
    }

    /** True if a URL begins with a scheme. The case of its letters does not matter. */
    private static boolean hasScheme(String url, String scheme) {
        return url.regionMatches(true, 0, scheme, 0, scheme.length());
    }

    /**
     * True for an image that all providers accept: one in the message or on the web whose type is PNG, JPEG, GIF or
     * WebP, or one on the web whose type is unknown.
     */
    boolean isUsableImage() {
        boolean isCommon = IMAGES.containsValue(type.toLowerCase(Locale.ROOT));
        return isCommon && data != null || (isCommon || type.equals(ANY_IMAGE)) && isOnWeb();
    }

    /** True if the content of the file is available: in the message, at a URL, or at the model provider. */
    boolean hasContent() {
        return url != null || data != null || source != null;
    }

    /** Returns this file with another source, which may be null. */
    Media withSource(Source other) {
        return new Media(type, url, data, name, other);
    }

    /** Returns the file's URL, or a {@code data:} URL with its data; null if it has neither. */
    String address() {
        return data == null ? url : DATA + type + BASE64 + data;
    }

    /**
     * Returns a text that stands for the file, for example {@code [image a.png (image/png) left out]}. Used by formats
     * that cannot represent the file.
     */
    String mention() {
        return "[" + (isImage() ? "image" : "file") + (name == null ? "" : " " + name) + " (" + type + ") left out]";
    }
}
