import { get } from '../core/api.js';

/**
 * The part of a path that is in memory: slices of messages next to each other. Slices that are far from the one that was
 * read last are dropped, so memory and page stay small however long the session is.
 *
 * @typedef {{session: string, namespace: string, raw: boolean}} Place
 * @typedef {{leafId: ?string, pathLength: number, slices: {key: string, messages: object[]}[], before: ?string,
 *     next: ?string, hiddenIn: ?string, anchor: ?{id: string, depth: number}}} Part `before` and `next`: where to
 *     continue at both ends, null at the ends of the path; `hiddenIn`: id of the summary that replaces the message that
 *     was asked for, or null; `anchor`: a message whose number of ancestors is known
 */

/** Messages that are read at a time. */
export const WINDOW = 200;

/** Messages that are shown at a time: few enough that the page never stops. */
const SLICE = 40;

/** Slices that stay in memory. */
const MAX_SLICES = 16;

const history = ({ session, namespace, raw }, query, signal) =>
    get(['sessions', session, 'history'], { namespace, raw: raw || undefined, ...query }, signal);

/**
 * Reads the part of a path that is shown first: from a message on, or the end of the path.
 * @param {Place & {leaf: ?string, message: ?string}} place
 * @returns {Promise<{part: Part, older: object[], newer: object[]}>} `older` and `newer`: messages that were read and
 *     are not shown yet
 */
export async function readPart(place, signal) {
    const { leaf, message } = place;
    if (!message) {
        const page = await history(place, { leafId: leaf, last: WINDOW }, signal);
        const [older, shown] = cut(page.messages, Math.max(0, page.messages.length - SLICE));
        const last = page.messages.at(-1);
        return {
            part: partOf(page, shown, { anchor: last && { id: last.id, depth: page.pathLength - 1 } }),
            older: { messages: older, before: page.before ?? null },
            newer: null,
        };
    }
    const [page, entry] = await Promise.all([
        history(place, { from: message, leafId: leaf, first: WINDOW / 2 }, signal),
        message.startsWith('compaction_') ? null
            : get(['sessions', place.session, 'messages', message], { namespace: place.namespace }, signal),
    ]);
    const isHidden = page.messages[0].id !== message;
    const [shown, newer] = cut(page.messages, SLICE);
    return {
        part: {
            ...partOf(page, shown, { anchor: entry && !isHidden ? { id: message, depth: entry.depth } : null }),
            hiddenIn: isHidden ? page.messages[0].id : null,
        },
        older: null,
        newer: { messages: newer, next: page.next ?? null },
    };
}

/** Reads the window before a part: `{messages, before}`. */
export async function readOlder(place, part, signal) {
    const page = await history(place, { leafId: part.leafId, before: part.before, last: WINDOW }, signal);
    return { messages: page.messages, before: page.before ?? null };
}

/** Reads the window after a part: `{messages, next}`. */
export async function readNewer(place, part, signal) {
    const page = await history(place, { leafId: part.leafId, from: part.next, first: WINDOW }, signal);
    return { messages: page.messages, next: page.next ?? null };
}

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

function partOf(page, messages, more) {
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

function cut(messages, at) {
    return [messages.slice(0, at), messages.slice(at)];
}

function sliceOf(messages) {
    return { key: messages[0].id, messages };
}
