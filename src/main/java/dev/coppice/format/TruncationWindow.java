package dev.coppice.format;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Parameters;

/**
 * Decides which messages of a path are old. Tool outputs and long texts of old messages are truncated
 * ({@link Truncation}). The newest messages are kept whole. The border between old and new messages moves only after
 * several appends, not with each append. So the beginning of the history stays the same for several appends, and a
 * provider's prompt cache remains valid. Pure.
 *
 * @param keepRecent minimum number of messages at the end that are kept whole
 * @param step number of appended messages after which the border moves, by the same number of messages
 */
public record TruncationWindow(int keepRecent, int step) {
    /** Default of {@code keepRecent}, enough for a question, a call with its result, and the answer. */
    public static final int DEFAULT_KEEP = 4;

    /**
     * Default of {@code step}. With both defaults, four to seven messages are whole, and the border moves at each
     * fourth append.
     */
    public static final int DEFAULT_STEP = 4;

    /**
     * Maximum value of {@code keepRecent} and of {@code step}, inclusive. A path with so many whole messages rarely
     * fits a model's context.
     */
    public static final int MAX = 1000;

    private static final String TRUNCATE = "truncate";

    /**
     * Reads the query parameters {@code toolOutputs}, {@code keepRecent} and {@code step}; each may be null. Returns
     * null if {@code toolOutputs} is null: then outputs are not truncated. Throws 400 {@code malformed} if
     * {@code toolOutputs} is not {@code truncate}. Throws 400 {@code out-of-range} if {@code keepRecent} is not a
     * number from 0 to {@link #MAX}, or {@code step} not one from 1 to {@link #MAX}.
     */
    public static TruncationWindow read(String toolOutputs, String keepRecent, String step) {
        if (toolOutputs != null && !toolOutputs.equals(TRUNCATE)) {
            throw Problem.at(
                    "toolOutputs", Code.MALFORMED, "Query parameter `toolOutputs` must be " + TRUNCATE + " or absent.");
        }
        int keep = keepRecent == null ? DEFAULT_KEEP : (int) Parameters.number("keepRecent", keepRecent, 0, MAX);
        int steps = step == null ? DEFAULT_STEP : (int) Parameters.number("step", step, 1, MAX);
        return toolOutputs == null ? null : new TruncationWindow(keep, steps);
    }

    /**
     * Returns how many messages at the end of a path are kept whole: from {@code keepRecent} to
     * {@code keepRecent + step - 1}, both inclusive. If the path has fewer messages, all of them are kept whole.
     *
     * @param rows number of rows of the path from its root. Each append adds one row. The row of a deleted message
     *     counts too, so that a deletion does not move the border.
     */
    public int newest(int rows) {
        return keepRecent + Math.floorMod(rows - keepRecent, step);
    }
}
