package dev.coppice.context;

import dev.coppice.Ids;
import dev.coppice.json.Fingerprint;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Derives the key of an entry that is written without one: a slug of its title or, without a title, of its content. Uses
 * the rule of Cloudflare's Session API, so that the same entry gets the same key there. Pure.
 */
public final class EntryKeys {
    /** UTF-16 units of a text that its slug is made of. */
    private static final int SLUG_UNITS = 60;

    private static final int FNV_OFFSET = 0x811C9DC5;
    private static final int FNV_PRIME = 0x01000193;
    private static final int RADIX = 36;

    /** The last suffix that is tried. Collisions of 32-bit hashes are rare; more than these are made on purpose. */
    private static final int MAX_SUFFIX = 9;

    private static final String DEFAULT_SLUG = "entry";
    private static final Pattern OTHER_CHARACTERS = Pattern.compile("[^a-z0-9]+");
    private static final Pattern END_DASHES = Pattern.compile("^-|-$");

    private EntryKeys() {}

    /** The key of an entry, regardless of existing entries. A blank title counts as none. */
    public static String of(String title, String content) {
        if (isBlank(title)) {
            var slug = slug(content);
            return (slug.isEmpty() ? DEFAULT_SLUG : slug) + '-' + hash(content);
        }
        var slug = slug(title);
        return slug.isEmpty() ? DEFAULT_SLUG + '-' + hash(title) : slug;
    }

    /**
     * The key of an entry among existing entries. The author chose the title, so the same title replaces the entry. A key
     * with a hash is generated and must not replace a different entry: it gets a suffix when it is taken.
     *
     * @param existing reads the entry of a key with title and content
     */
    public static String choose(String title, String content, Function<String, Optional<BlockEntry>> existing) {
        var key = of(title, content);
        if (isBlank(title)) {
            return free(key, content, takenByOther(existing, entry -> content.equals(entry.content())));
        }
        return slug(title).isEmpty()
                ? free(key, title.strip(), takenByOther(existing, entry -> isTitle(entry.title(), title.strip())))
                : key;
    }

    /** True when {@code stored} is {@code title} as stored: truncated to the length of its column. */
    private static boolean isTitle(String stored, String title) {
        return stored != null
                && title.startsWith(stored)
                && (title.length() == stored.length() || stored.codePointCount(0, stored.length()) == Ids.MAX_LENGTH);
    }

    private static Predicate<String> takenByOther(
            Function<String, Optional<BlockEntry>> existing, Predicate<BlockEntry> isSame) {
        return key -> existing.apply(key).filter(isSame.negate()).isPresent();
    }

    /**
     * The key, or the first of key-2, key-3, … key-9 that is free. Each collision costs a query and an attacker can cause
     * them, so the last resort is a SHA-256 hash.
     *
     * @param text from which the key is derived
     */
    static String free(String key, String text, Predicate<String> takenByOther) {
        if (!takenByOther.test(key)) {
            return key;
        }
        for (int suffix = 2; suffix <= MAX_SUFFIX; suffix++) {
            var free = key + '-' + suffix;
            if (!takenByOther.test(free)) {
                return free;
            }
        }
        var digest = Fingerprint.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
        return key + '-' + new BigInteger(1, digest).toString(RADIX);
    }

    /** White space as in JavaScript's {@code trim}, including no-break spaces. */
    static boolean isBlank(String title) {
        return title == null
                || title.chars().allMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF');
    }

    private static String slug(String text) {
        var start = text.substring(0, Math.min(text.length(), SLUG_UNITS)).toLowerCase(Locale.ROOT);
        return END_DASHES
                .matcher(OTHER_CHARACTERS.matcher(start).replaceAll("-"))
                .replaceAll("");
    }

    /** FNV-1a with 32 bits over UTF-16 units, in base 36. */
    static String hash(String text) {
        int hash = FNV_OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return Integer.toUnsignedString(hash, RADIX);
    }
}
