package dev.coppice.format;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Parameters;

/**
 * Decides which messages of a path are old, so that their outputs are truncated ({@link Truncation}). The newest
 * messages are kept whole. The border between old and recent messages does not move with each append but in steps, so
 * that the beginning of the view stays the same for several appends and a provider's prompt cache remains valid. Pure.
 *
 * @param keepRecent least number of messages at the end that are kept whole
 * @param step number of appended messages after which the border moves, by as many messages
 */
public record TruncationWindow(int keepRecent, int step) {
    /** Default of {@code keepRecent}: a question, a call with its result, and the answer. */
    public static final int DEFAULT_KEEP = 4;

    /** Default of {@code step}: four to seven messages are whole, and only each fourth append truncates others. */
    public static final int DEFAULT_STEP = 4;

    /** Maximum value of {@code keepRecent} and of {@code step}. */
    public static final int MAX = 1000;

    private static final String TRUNCATE = "truncate";

    /**
     * Reads three query parameters; each may be null. Returns null if {@code toolOutputs} is null: outputs are not to
     * be truncated. Throws 400 {@code malformed} if {@code toolOutputs} is not {@code truncate}, and 400
     * {@code out-of-range} for an invalid number.
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
     * Returns the number of messages at the end of a path that are kept whole: from {@code keepRecent} to {@code
     * keepRecent + step - 1}. It may be larger than the number of messages; then all are kept whole.
     *
     * @param rows number of rows of the path from its root, which each append increases by one; deleted messages and
     *     messages beyond retention count too, so that their removal does not move the border
     */
    public int newest(int rows) {
        return keepRecent + Math.floorMod(rows - keepRecent, step);
    }
}
