import { get, getExact } from '../core/api.js';
import { SLICE, partOf } from './part.js';

/**
 * Reads windows of a path.
 * @typedef {{session: string, namespace: string, raw: boolean}} Place
 */

/** Messages that are read at a time. */
const WINDOW = 200;

const history = ({ session, namespace, raw }, query, signal) =>
    getExact(['sessions', session, 'history'], { namespace, raw: raw || undefined, ...query }, signal);

/**
 * Reads the part of a path that is shown first: from a message on, or the end of the path. If the message is not on the
 * path to `leaf`, its own path is read.
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
        historyFrom(place, message, leaf, signal),
        message.startsWith('compaction_') ? null
            : get(['sessions', place.session, 'messages', message], { namespace: place.namespace }, signal),
    ]);
    const isHidden = page.messages[0].id !== message;
    const [shown, newer] = cut(page.messages, SLICE);
    return {
        part: {
            ...partOf(page, shown, { anchor: entry && !isHidden ? { id: message, depth: entry.depth } : null }),
            hiddenIn: isHidden ? page.messages[0].id : null,
            depth: entry?.depth,
        },
        older: null,
        newer: { messages: newer, next: page.next ?? null },
    };
}

async function historyFrom(place, message, leaf, signal) {
    const query = { from: message, first: WINDOW / 2 };
    try {
        return await history(place, { ...query, leafId: leaf }, signal);
    } catch (error) {
        if (leaf && error.status === 404) {
            return history(place, query, signal);
        }
        throw error;
    }
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

/** Reads how long the path of a part is now: `{leafId, pathLength}`. */
export async function readLength(place, part, signal) {
    const { leafId, pathLength } = await history(place, { from: part.leafId, first: 1 }, signal);
    return { leafId, pathLength };
}

/**
 * Reads what was appended after the last message of a part: `{page, leafId, pathLength}`, where `page` has the messages
 * and `next`. Nothing if the path did not grow.
 */
export async function readGrowth(place, part, last, signal) {
    const page = await history(place, { from: last, first: WINDOW }, signal);
    return { page: { messages: page.messages.slice(1), next: page.next ?? null }, leafId: page.leafId, pathLength: page.pathLength };
}

function cut(messages, at) {
    return [messages.slice(0, at), messages.slice(at)];
}
