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
 * Derives keys for entries that are written without one: a slug (lower-case words joined by dashes) of the title or,
 * without a title, of the content. Follows the rule of Cloudflare's Session API, so that an entry has the same key in
 * both systems.
 */
public final class EntryKeys {
    /** Number of UTF-16 units at the beginning of a text from which its slug is made. */
    private static final int SLUG_UNITS = 60;

    private static final int FNV_OFFSET = 0x811C9DC5;
    private static final int FNV_PRIME = 0x01000193;
    private static final int RADIX = 36;

    /**
     * Highest number that is appended to a key if other entries have the key. Collisions of 32-bit hashes are rare; if
     * there are more, somebody caused them on purpose.
     */
    private static final int MAX_SUFFIX = 9;

    private static final String DEFAULT_SLUG = "entry";
    private static final Pattern OTHER_CHARACTERS = Pattern.compile("[^a-z0-9]+");
    private static final Pattern END_DASHES = Pattern.compile("^-|-$");

    private EntryKeys() {}

    /**
     * Returns the key that belongs to a title or, if the title is null or blank, to a content. Does not look at
     * existing entries.
     */
    public static String of(String title, String content) {
        if (isBlank(title)) {
            var slug = slug(content);
            return (slug.isEmpty() ? DEFAULT_SLUG : slug) + '-' + hash(content);
        }
        var slug = slug(title);
        return slug.isEmpty() ? DEFAULT_SLUG + '-' + hash(title) : slug;
    }

    /**
     * Returns the key under which an entry is stored that has no key. The key is derived from the title, so an entry
     * with the same title is replaced. Titles without ASCII letters and digits, and entries without a title, get a hash
     * in their key; if another entry already has such a key, a number is appended to it.
     *
     * @param title the title, or null
     * @param existing returns the stored entry with a key, including title and content
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

    /** True if the stored title equals {@code title}, or its beginning of the length of the database column. */
    private static boolean isTitle(String stored, String title) {
        return stored != null
                && title.startsWith(stored)
                && (title.length() == stored.length() || stored.codePointCount(0, stored.length()) == Ids.MAX_LENGTH);
    }

    /**
     * Returns a predicate that is true for the key of an existing entry unless {@code isSame} is true for this entry.
     */
    private static Predicate<String> takenByOther(
            Function<String, Optional<BlockEntry>> existing, Predicate<BlockEntry> isSame) {
        return key -> existing.apply(key).filter(isSame.negate()).isPresent();
    }

    /**
     * Returns the first of these keys that no other entry has: {@code key}, then {@code key-2}, {@code key-3}, …
     * {@code key-9}. If others have all of them, returns {@code key} with a SHA-256 hash of the text: each further
     * number would cost a query, and an attacker could cause any number of them.
     *
     * @param text the text from which the key was derived
     * @param takenByOther true for a key that another entry has
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

    /**
     * True if a title is null or contains only white space in the sense of JavaScript's {@code trim}, which includes
     * no-break spaces.
     */
    static boolean isBlank(String title) {
        return title == null
                || title.chars().allMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF');
    }

    /**
     * Returns the slug of a text: its beginning in lower case, in which dashes replace everything but a–z and 0–9; no
     * dashes at both ends. Empty if nothing is left.
     */
    private static String slug(String text) {
        var start = text.substring(0, Math.min(text.length(), SLUG_UNITS)).toLowerCase(Locale.ROOT);
        return END_DASHES
                .matcher(OTHER_CHARACTERS.matcher(start).replaceAll("-"))
                .replaceAll("");
    }

    /** Returns the 32-bit FNV-1a hash of the text's UTF-16 units, in base 36. */
    static String hash(String text) {
        int hash = FNV_OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return Integer.toUnsignedString(hash, RADIX);
    }
}
