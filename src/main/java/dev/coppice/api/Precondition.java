package dev.coppice.api;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a writer expects of the thing it writes: {@code If-Match} with version numbers, or {@code If-None-Match: *} when
 * it must not be there. Absent, anything is right.
 *
 * @param versions the versions that may stand, or null when none was asked for
 * @param existing true when it must be there, in whatever version
 * @param absent true when it must not be there
 */
public record Precondition(Set<Long> versions, boolean existing, boolean absent) {
    public static final Precondition NONE = new Precondition(null, false, false);

    private static final Pattern TAG = Pattern.compile("\\s*(?:W/)?\"([^\"]*)\"\\s*");

    /**
     * Reads the two headers; 400 {@code malformed} for what is neither versions nor a star.
     *
     * @param match {@code If-Match}, or null
     * @param none {@code If-None-Match}, or null
     */
    public static Precondition of(String match, String none) {
        if (none != null && !none.strip().equals("*")) {
            throw new Problem(Code.MALFORMED, "If-None-Match takes nothing but *.");
        }
        if (match == null) {
            return none == null ? NONE : new Precondition(null, false, true);
        }
        return match.strip().equals("*")
                ? new Precondition(null, true, none != null)
                : new Precondition(versions(match), true, none != null);
    }

    private static Set<Long> versions(String match) {
        var versions = new HashSet<Long>();
        for (var part : match.split(",")) {
            var tag = TAG.matcher(part);
            if (!tag.matches()) {
                throw new Problem(Code.MALFORMED, "If-Match takes version tags such as \"3\", or *.");
            }
            // A weak tag and one that we never gave match nothing, as RFC 9110 has it.
            if (!part.strip().startsWith("W/") && tag.group(1).matches("\\d{1,18}")) {
                versions.add(Long.valueOf(tag.group(1)));
            }
        }
        return versions;
    }

    public boolean isMet(long version) {
        return !absent && (versions == null || versions.contains(version));
    }

    /** 412 {@code stale-version} unless the stored version is one of those expected. */
    public void check(long version) {
        if (!isMet(version)) {
            throw new Problem(Code.STALE_VERSION, "It is there in version " + version + ".");
        }
    }

    /** As {@link #check}, of a thing that has version 0 while it is not there. */
    public void checkOrNone(long version) {
        if (version > 0) {
            check(version);
        } else if (versions == null || !versions.contains(0L)) {
            checkAbsent();
        }
    }

    /** 412 {@code stale-version} when something that is not there was expected to be. */
    public void checkAbsent() {
        if (existing) {
            throw new Problem(Code.STALE_VERSION, "It is not there.");
        }
    }
}
