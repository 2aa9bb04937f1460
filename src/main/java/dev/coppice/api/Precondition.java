package dev.coppice.api;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The condition under which a request may write a resource. It comes from the header {@code If-Match}, which contains
 * versions of the resource or {@code *}, or from {@code If-None-Match: *}. A request without these headers has the
 * condition {@link #NONE}, which is always met.
 *
 * @param versions if the resource exists, it must have one of these versions; null if any version is allowed
 * @param mustExist true if the resource must exist
 * @param mustNotExist true if the resource must not exist
 */
public record Precondition(Set<Long> versions, boolean mustExist, boolean mustNotExist) {
    public static final Precondition NONE = new Precondition(null, false, false);

    private static final Pattern TAG = Pattern.compile("\\s*(?:W/)?\"([^\"]*)\"\\s*");

    /**
     * Parses the headers of a request. Throws 400 {@code malformed} if {@code If-None-Match} is not {@code *}, or if
     * {@code If-Match} is neither {@code *} nor a list of entity tags. A weak tag, or a tag that contains no number,
     * matches no version.
     *
     * @param match value of the header {@code If-Match}, or null if the request does not have it
     * @param none value of the header {@code If-None-Match}, or null if the request does not have it
     */
    public static Precondition of(String match, String none) {
        if (none != null && !none.strip().equals("*")) {
            throw new Problem(Code.MALFORMED, "The header If-None-Match must be *.");
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
                throw new Problem(Code.MALFORMED, "The header If-Match must be *, or version tags such as \"3\".");
            }
            // A weak tag, or a tag that is not a version, matches nothing (RFC 9110).
            if (!part.strip().startsWith("W/") && tag.group(1).matches("\\d{1,18}")) {
                versions.add(Long.valueOf(tag.group(1)));
            }
        }
        return versions;
    }

    /** True if the condition allows writing a resource that exists and has this version. */
    public boolean isMet(long version) {
        return !mustNotExist && (versions == null || versions.contains(version));
    }

    /**
     * Throws 412 {@code stale-version} if the condition does not allow writing a resource that exists and has this
     * version.
     */
    public void check(long version) {
        if (!isMet(version)) {
            throw new Problem(
                    Code.STALE_VERSION,
                    "The resource exists in version " + version
                            + ". Read it again, then send its current ETag in If-Match.");
        }
    }

    /**
     * Throws 412 {@code stale-version} if the condition does not allow writing a resource that has this version or does
     * not exist.
     *
     * @param version version of the resource; 0 if it does not exist. If it does not exist, an {@code If-Match} is met
     *     only if it contains the tag {@code "0"}.
     */
    public void checkOrAbsent(long version) {
        if (version > 0) {
            check(version);
        } else if (versions == null || !versions.contains(0L)) {
            checkAbsent();
        }
    }

    /**
     * Checks the condition for a resource that does not exist. Throws 412 {@code stale-version} if {@code If-Match}
     * requires that it exists.
     */
    public void checkAbsent() {
        if (mustExist) {
            throw new Problem(Code.STALE_VERSION, "The resource does not exist, but If-Match requires it.");
        }
    }
}
