package dev.coppice.context;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The names of the objects of one block, and the keys that are left of them without the prefix. Whatever key is asked for,
 * its name begins with the prefix and means an object below it.
 *
 * @param prefix of all names; may be empty
 * @param allowed the only keys there are, or null for all
 */
record ObjectNames(String prefix, List<String> allowed) {
    /** S3's own limit, in bytes of UTF-8. */
    static final int MAX_BYTES = 1024;

    /** The order in which a store lists: that of the bytes. */
    static final Comparator<String> ORDER = (a, b) -> Arrays.compareUnsigned(utf8(a), utf8(b));

    /** S3 has no folders, but stores on file systems and proxies before them resolve such segments all the same. */
    private static final Pattern DOTS = Pattern.compile("(^|[/\\\\])\\.{1,2}([/\\\\]|$)");

    /** The object of a key; empty when no object can have it, or when it is not allowed. */
    Optional<String> name(String key) {
        return allows(key) && isKey(key) ? Optional.of(prefix + key) : Optional.empty();
    }

    /** The key of a listed object; empty for one that is no skill. */
    Optional<String> key(String name) {
        if (!name.startsWith(prefix)) {
            return Optional.empty();
        }
        var key = name.substring(prefix.length());
        return name(key).isPresent() ? Optional.of(key) : Optional.empty();
    }

    boolean allows(String key) {
        return allowed == null || allowed.contains(key);
    }

    /** True for a key that is not empty, has no control characters or line ends, and does not climb out. */
    boolean isKey(String key) {
        return !key.isEmpty()
                && key.codePoints().noneMatch(ObjectNames::forbidden)
                && !DOTS.matcher(prefix + key).find()
                && utf8(prefix + key).length <= MAX_BYTES;
    }

    private static boolean forbidden(int c) {
        return switch (Character.getType(c)) {
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
