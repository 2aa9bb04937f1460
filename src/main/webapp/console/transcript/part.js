/**
 * The part of a path that is in memory: slices of messages next to each other. Slices that are far from the one that was
 * read last are dropped, so memory and page stay small however long the session is. Pure.
 *
 * @typedef {{leafId: ?string, pathLength: number, slices: {key: string, messages: object[]}[], before: ?string,
 *     next: ?string, hiddenIn: ?string, depth?: number, anchor: ?{id: string, depth: number}}} Part `before` and `next`: where to
 *     continue at both ends, null at the ends of the path; `hiddenIn`: id of the summary that replaces the message that
 *     was asked for, or null; `depth`: number of ancestors of the message that was asked for; `anchor`: a message whose
 *     number of ancestors is known
 */

/** Messages that are shown at a time: few enough that the page never stops. */
export const SLICE = 20;

/** Slices that stay in memory. */
const MAX_SLICES = 16;

/**
 * Adds messages before a part, slice by slice: yields the part after each slice.
 * @param {Part} part
 * @param {{messages: object[], before: ?string}} page
 */
export function* withOlder(part, page) {
    let at = part;
    for (let end = page.messages.length; end > 0; end -= SLICE) {
        const messages = page.messages.slice(Math.max(0, end - SLICE), end);
        const slices = [sliceOf(messages), ...at.slices];
        const dropped = slices[MAX_SLICES];
        at = {
            ...at,
            slices: slices.slice(0, MAX_SLICES),
            before: end <= SLICE ? page.before : messages[0].id,
            next: dropped ? dropped.messages[0].id : at.next,
        };
        yield at;
    }
    if (page.messages.length === 0) {
        yield { ...at, before: null };
    }
}

/** Adds messages after a part, slice by slice: yields the part after each slice. */
export function* withNewer(part, page) {
    let at = part;
    for (let from = 0; from < page.messages.length; from += SLICE) {
        const messages = page.messages.slice(from, from + SLICE);
        const slices = [...at.slices, sliceOf(messages)];
        const kept = slices.slice(-MAX_SLICES);
        at = {
            ...at,
            slices: kept,
            before: kept.length < slices.length ? kept[0].messages[0].id : at.before,
            next: page.messages[from + SLICE]?.id ?? page.next,
        };
        yield at;
    }
}

/** The messages of a part in their order. */
export function messagesOf(part) {
    return part.slices.flatMap(slice => slice.messages);
}

/**
 * The number of ancestors of each message of a part, as far as it can be counted from the anchor. Pure.
 * @param {Part} part
 * @param {function(string): number} hiddenBy returns how many messages the message with this id stands for: 1, or more
 *     for a summary
 * @returns {Map<string, number>} for a summary the depth of its last hidden message; empty without an anchor
 */
export function depthsOf(part, hiddenBy) {
    const messages = messagesOf(part);
    const at = messages.findIndex(message => message.id === part.anchor?.id);
    const depths = new Map();
    if (at < 0) {
        return depths;
    }
    depths.set(part.anchor.id, part.anchor.depth);
    for (let i = at - 1, depth = part.anchor.depth; i >= 0; i--) {
        depth -= hiddenBy(messages[i + 1].id);
        depths.set(messages[i].id, depth);
    }
    for (let i = at + 1, depth = part.anchor.depth; i < messages.length; i++) {
        depth += hiddenBy(messages[i].id);
        depths.set(messages[i].id, depth);
    }
    return depths;
}

/**
 * A part with some of the messages of a page.
 * @param {object} page an answer of `GET history`
 * @param {object[]} messages messages of the page, next to each other
 * @param {object} more members to add
 */
export function partOf(page, messages, more) {
    const first = messages[0]?.id;
    const last = page.messages.findIndex(message => message.id === messages.at(-1)?.id);
    return {
        leafId: page.leafId,
        pathLength: page.pathLength,
        slices: messages.length > 0 ? [sliceOf(messages)] : [],
        before: first !== undefined && first !== page.messages[0].id ? first : page.before ?? null,
        next: page.messages[last + 1]?.id ?? page.next ?? null,
        hiddenIn: null,
        ...more,
    };
}

function sliceOf(messages) {
    return { key: messages[0].id, messages };
}
