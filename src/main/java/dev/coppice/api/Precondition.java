package dev.coppice.api;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The condition under which a resource may be written: {@code If-Match} with versions or {@code *}, or
 * {@code If-None-Match: *}. Without these headers there is no condition.
 *
 * @param versions the versions in which the resource may be written, or null for any
 * @param mustExist true when the write requires that the resource exists
 * @param mustNotExist true when the write requires that the resource does not exist
 */
public record Precondition(Set<Long> versions, boolean mustExist, boolean mustNotExist) {
    public static final Precondition NONE = new Precondition(null, false, false);

    private static final Pattern TAG = Pattern.compile("\\s*(?:W/)?\"([^\"]*)\"\\s*");

    /**
     * Parses the two headers; 400 {@code malformed} unless they contain versions or {@code *}.
     *
     * @param match {@code If-Match}, or null
     * @param none {@code If-None-Match}, or null
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

    /** True when a resource that exists in this version may be written. */
    public boolean isMet(long version) {
        return !mustNotExist && (versions == null || versions.contains(version));
    }

    /** Checks this precondition for an existing resource with the given version; 412 {@code stale-version} if not met. */
    public void check(long version) {
        if (!isMet(version)) {
            throw new Problem(
                    Code.STALE_VERSION,
                    "The resource exists in version " + version
                            + ". Read it again, then send its current ETag in If-Match.");
        }
    }

    /**
     * Like {@link #check}, but version 0 stands for a resource that does not exist: it may be created unless
     * {@code If-Match} requires it to exist. {@code If-Match: "0"} allows the creation.
     */
    public void checkOrAbsent(long version) {
        if (version > 0) {
            check(version);
        } else if (versions == null || !versions.contains(0L)) {
            checkAbsent();
        }
    }

    /**
     * Checks this precondition for a resource that does not exist. Throws 412 {@code stale-version} if {@code If-Match}
     * requires that it exists.
     */
    public void checkAbsent() {
        if (mustExist) {
            throw new Problem(Code.STALE_VERSION, "The resource does not exist, but If-Match requires it.");
        }
    }
}
