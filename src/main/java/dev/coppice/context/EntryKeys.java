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
 * Derives keys for block entries that are written without a key. Such a key is a slug, that is, lower-case words joined
 * by dashes. The slug is made of the title or, without a title, of the content. The rule is that of Cloudflare's
 * Session API, so an entry has the same key in both systems.
 */
public final class EntryKeys {
    /**
     * Maximum number of UTF-16 code units at the beginning of a text from which the slug is made, as in Cloudflare's
     * Session API.
     */
    private static final int SLUG_UNITS = 60;

    private static final int FNV_OFFSET = 0x811C9DC5;
    private static final int FNV_PRIME = 0x01000193;
    private static final int RADIX = 36;

    /**
     * Highest number that is appended to a key if other entries already have the key. Such a key contains a hash, so a
     * second entry rarely gets the same key, unless someone has chosen its text for this purpose. So higher numbers are
     * not needed.
     */
    private static final int MAX_SUFFIX = 9;

    private static final String DEFAULT_SLUG = "entry";
    private static final Pattern OTHER_CHARACTERS = Pattern.compile("[^a-z0-9]+");
    private static final Pattern END_DASHES = Pattern.compile("^-|-$");

    private EntryKeys() {}

    /**
     * Returns the key that is derived from a title or, if the title is null or blank, from a content. Does not check
     * whether an entry already has this key.
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
     * Returns the key under which to store an entry that was written without a key. The key is derived from the title,
     * so an entry with the same title is replaced. If there is no title, or if the title has no ASCII letters or
     * digits, the key contains a hash of the content or of the title. If a different entry already has the key with
     * this hash, a number is appended.
     *
     * @param title the title, or null
     * @param content the content
     * @param existing returns the stored entry with a given key, with its title and content; empty if there is none
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

    /**
     * True if a stored title equals {@code title}. If {@code title} is longer than the database column, its end was not
     * stored; then only the stored part is compared.
     */
    private static boolean isTitle(String stored, String title) {
        return stored != null
                && title.startsWith(stored)
                && (title.length() == stored.length() || stored.codePointCount(0, stored.length()) == Ids.MAX_LENGTH);
    }

    /**
     * Returns a predicate that is true for a key if a different entry has the key. An entry counts as different if
     * {@code isSame} is false for it.
     */
    private static Predicate<String> takenByOther(
            Function<String, Optional<BlockEntry>> existing, Predicate<BlockEntry> isSame) {
        return key -> existing.apply(key).filter(isSame.negate()).isPresent();
    }

    /**
     * Returns the first of the keys {@code key}, {@code key-2}, {@code key-3} and so on up to {@code key-9} that no
     * other entry has. If others have all of them, returns {@code key} followed by a SHA-256 hash of the text. Higher
     * numbers are not tried, because each costs a query and an attacker could cause any number of queries.
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
     * True if a title is null or contains only white space. White space includes no-break spaces, as in JavaScript's
     * {@code trim}.
     */
    static boolean isBlank(String title) {
        return title == null
                || title.chars().allMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF');
    }

    /**
     * Returns the slug of a text: its first {@link #SLUG_UNITS} UTF-16 code units in lower case, with a dash in place
     * of each sequence of characters other than a–z and 0–9. The slug has no dash at its start or end. It is empty if
     * no letters or digits are left.
     */
    private static String slug(String text) {
        var start = text.substring(0, Math.min(text.length(), SLUG_UNITS)).toLowerCase(Locale.ROOT);
        return END_DASHES
                .matcher(OTHER_CHARACTERS.matcher(start).replaceAll("-"))
                .replaceAll("");
    }

    /** Returns the 32-bit FNV-1a hash of the text's UTF-16 code units, in base 36. */
    static String hash(String text) {
        int hash = FNV_OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return Integer.toUnsignedString(hash, RADIX);
    }
}
