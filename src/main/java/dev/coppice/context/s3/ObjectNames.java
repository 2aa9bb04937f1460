package dev.coppice.context.s3;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Converts between the keys of one skill block and the names of objects in the object store. The name of an object is
 * the prefix followed by the key. Every name begins with the prefix, whatever the key contains. Immutable.
 *
 * @param prefix start of all object names of the block; may be empty
 * @param allowed the keys that the block may have; null if it may have any
 */
public record ObjectNames(String prefix, List<String> allowed) {
    /** Maximum length of an object name in S3, in bytes of UTF-8. */
    public static final int MAX_BYTES = 1024;
    /** The sort order of S3 listings: by the unsigned bytes of UTF-8. */
    public static final Comparator<String> ORDER = (a, b) -> Arrays.compareUnsigned(utf8(a), utf8(b));
    /**
     * Matches a path segment {@code .} or {@code ..} in an object name. Such names are not allowed: S3 has no folders,
     * but proxies and stores on a file system would resolve these segments.
     */
    private static final Pattern DOT_SEGMENTS = Pattern.compile("(^|[/\\\\])\\.{1,2}([/\\\\]|$)");

    /** Returns the object name of a key; empty if the key is invalid (see {@link #isKey}) or not allowed. */
    public Optional<String> name(String key) {
        return allows(key) && isKey(key) ? Optional.of(prefix + key) : Optional.empty();
    }

    /** Returns the key that belongs to an object name; empty if the name belongs to no key of this block. */
    public Optional<String> key(String name) {
        if (!name.startsWith(prefix)) {
            return Optional.empty();
        }
        var key = name.substring(prefix.length());
        return name(key).isPresent() ? Optional.of(key) : Optional.empty();
    }

    /** True if this key is among the keys that the block may have. The key need not be valid. */
    public boolean allows(String key) {
        return allowed == null || allowed.contains(key);
    }

    /**
     * True if the key is valid. A valid key is not empty and has no control characters, line separators or lone
     * surrogates. Its object name has no segment {@code .} or {@code ..} and at most {@link #MAX_BYTES} bytes.
     */
    boolean isKey(String key) {
        return !key.isEmpty()
                && key.codePoints().noneMatch(ObjectNames::isForbidden)
                && !DOT_SEGMENTS.matcher(prefix + key).find()
                && utf8(prefix + key).length <= MAX_BYTES;
    }

    private static boolean isForbidden(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
