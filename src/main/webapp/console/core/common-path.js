/** Messages of one request. */
const WINDOW = 200;

/** Most messages that are read of each branch. */
const MAX_MESSAGES = 2000;

/**
 * Reads two branches from their ends back to the last message that they have in common.
 *
 * @template S
 * @param {{left: S, right: S}} sides
 * @param {function(S, object): Promise<object>} readHistory reads a window of a branch: gets `last` and `before`
 * @returns {Promise<{left: object[], right: object[], common: number, lastCommon: ?string, isPartial: boolean}>} the
 *     messages after the common ones, oldest first; `common`: how many messages are in common; `isPartial`: the
 *     branches are longer than what was read, and no common message was found
 */
export async function readSides(sides, readHistory) {
    const left = reader(sides.left, readHistory);
    const right = reader(sides.right, readHistory);
    for (;;) {
        const meeting = lastCommon(left.messages(), right.messages());
        const waiting = [left, right].filter(side => side.canRead());
        if (meeting || waiting.length === 0) {
            return result(left, right, meeting);
        }
        await Promise.all(waiting.map(side => side.more()));
    }
}

function reader(side, readHistory) {
    let messages = [];
    let before = null;
    let pathLength = 0;
    let truncated = true;
    return {
        messages: () => messages,
        pathLength: () => pathLength,
        isTruncated: () => truncated,
        canRead: () => truncated && messages.length < MAX_MESSAGES,
        async more() {
            const page = await readHistory(side, { last: WINDOW, before });
            messages = [...page.messages, ...messages];
            truncated = page.truncated;
            before = page.before ?? null;
            pathLength = Math.max(pathLength, page.pathLength);
        },
    };
}

/** Returns the indexes of the last message that is in both lists, or null. */
function lastCommon(left, right) {
    const places = new Map(right.map((message, i) => [message.id, i]));
    for (let i = left.length - 1; i >= 0; i--) {
        const place = places.get(left[i].id);
        if (place !== undefined) {
            return { left: i, right: place };
        }
    }
    return null;
}

function result(left, right, meeting) {
    const end = meeting && beforeChanges(left.messages(), right.messages(), meeting);
    const [from, to] = end ? [end.left + 1, end.right + 1] : [0, 0];
    return {
        left: left.messages().slice(from),
        right: right.messages().slice(to),
        common: end ? left.pathLength() - (left.messages().length - from) : 0,
        lastCommon: end && end.left >= 0 ? left.messages()[end.left].id : null,
        isPartial: !meeting && (left.isTruncated() || right.isTruncated()),
    };
}

/** A common message may have been updated on one side. Returns the place before the first such message that was read. */
function beforeChanges(left, right, meeting) {
    const read = Math.min(meeting.left, meeting.right);
    for (let back = read; back >= 0; back--) {
        const [l, r] = [meeting.left - back, meeting.right - back];
        if (JSON.stringify(left[l]) !== JSON.stringify(right[r])) {
            return { left: l - 1, right: r - 1 };
        }
    }
    return meeting;
}
