/** Layout of a stacked bar that compares parts with a limit. Pure. */

/** Smallest visible width of a part, in percent of the bar. */
const MIN_PERCENT = 0.4;

/**
 * Lays out the parts of a whole beside each other.
 *
 * @template {{tokens: number}} P
 * @param {P[]} parts parts without tokens are left out
 * @param {?number} limit null for none
 * @returns {{segments: (P & {start: number, width: number})[], total: number, free: number, over: number,
 *     limitAt: ?number}} positions in percent of the bar. The bar ends at the limit, or at the total if that is
 *     larger; `limitAt` is the position of the limit
 */
export function layout(parts, limit) {
    const visible = parts.filter(part => part.tokens > 0);
    const total = visible.reduce((sum, part) => sum + part.tokens, 0);
    const whole = Math.max(total, limit || 0, 1);
    const filled = 100 * total / whole;
    const widths = widened(visible.map(part => 100 * part.tokens / whole), filled);
    let start = 0;
    const segments = visible.map((part, i) => {
        const segment = { ...part, start, width: widths[i] };
        start += widths[i];
        return segment;
    });
    return {
        segments,
        total,
        free: limit ? Math.max(0, limit - total) : 0,
        over: limit ? Math.max(0, total - limit) : 0,
        limitAt: limit ? 100 * limit / whole : null,
    };
}

/** Gives small parts the smallest visible width and takes it from the others, so that the sum stays. */
function widened(widths, sum) {
    const small = widths.filter(width => width < MIN_PERCENT);
    const others = sum - small.reduce((a, b) => a + b, 0);
    const left = sum - small.length * MIN_PERCENT;
    if (small.length === 0 || left <= 0 || others <= 0) {
        return widths;
    }
    return widths.map(width => (width < MIN_PERCENT ? MIN_PERCENT : width * left / others));
}
