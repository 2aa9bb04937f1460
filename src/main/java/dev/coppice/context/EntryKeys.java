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
 * The key of an entry that is written without one: a name made of its title or, without a title, of its content. The
 * rule is that of Cloudflare's Session API, so that the same entry gets the same key. Pure.
 */
public final class EntryKeys {
    /** UTF-16 units of a text that go into its slug. */
    private static final int SLUG_UNITS = 60;

    private static final int FNV_OFFSET = 0x811C9DC5;
    private static final int FNV_PRIME = 0x01000193;
    private static final int RADIX = 36;

    /** Of 4 billion hashes, more than two are the same for others' contents by intention only. */
    private static final int MAX_SUFFIX = 9;

    private static final String NAMELESS = "entry";
    private static final Pattern OTHERS = Pattern.compile("[^a-z0-9]+");
    private static final Pattern END_DASHES = Pattern.compile("^-|-$");

    private EntryKeys() {}

    /** The key of an entry, whatever there is already. A blank title is none. */
    public static String of(String title, String content) {
        if (isBlank(title)) {
            var slug = slug(content);
            return (slug.isEmpty() ? NAMELESS : slug) + '-' + hash(content);
        }
        var slug = slug(title);
        return slug.isEmpty() ? NAMELESS + '-' + hash(title) : slug;
    }

    /**
     * The key of an entry among others. A title is the author's own name for an entry: written again, it replaces the
     * entry. A key with a hash in it was made up, so that nobody has chosen to replace anything by it: where it is the
     * key of something else, it gets a suffix.
     *
     * @param stored the entry of a key, with title and content, if there is one
     */
    public static String choose(String title, String content, Function<String, Optional<ContextEntry>> stored) {
        var key = of(title, content);
        if (isBlank(title)) {
            return free(key, content, taken(stored, there -> content.equals(there.content())));
        }
        return slug(title).isEmpty()
                ? free(key, title.strip(), taken(stored, there -> isTitle(there.title(), title.strip())))
                : key;
    }

    /** True when the first is what is stored of the second: whatever is too long for its column has been cut. */
    private static boolean isTitle(String stored, String title) {
        return stored != null
                && title.startsWith(stored)
                && (title.length() == stored.length() || stored.codePointCount(0, stored.length()) == Ids.MAX_LENGTH);
    }

    private static Predicate<String> taken(
            Function<String, Optional<ContextEntry>> stored, Predicate<ContextEntry> isTheSame) {
        return key -> stored.apply(key).filter(isTheSame.negate()).isPresent();
    }

    /**
     * The key, or the first of key-2, key-3, … that is not taken by another entry. Collisions can be made on purpose, and
     * each costs a look: behind the last suffix comes a hash with which that cannot be done.
     *
     * @param text of which the key is made
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

    /** White space as JavaScript's {@code trim} has it, no-break spaces included. */
    static boolean isBlank(String title) {
        return title == null
                || title.chars().allMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF');
    }

    private static String slug(String text) {
        var start = text.substring(0, Math.min(text.length(), SLUG_UNITS)).toLowerCase(Locale.ROOT);
        return END_DASHES.matcher(OTHERS.matcher(start).replaceAll("-")).replaceAll("");
    }

    /** FNV-1a with 32 bits over UTF-16 units. */
    static String hash(String text) {
        int hash = FNV_OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return Integer.toUnsignedString(hash, RADIX);
    }
}
