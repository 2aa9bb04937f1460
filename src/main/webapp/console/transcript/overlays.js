import { get, getExact, remove } from '../core/api.js';

/** Reads all compactions of a session, oldest first; a session rarely has more than a few. */
export async function readOverlays(session, namespace, signal) {
    const all = [];
    let cursor;
    do {
        const page = await get(['sessions', session, 'compactions'], { namespace, limit: 200, cursor }, signal);
        all.push(...page.items);
        cursor = page.nextCursor;
    } while (cursor);
    return all;
}

/** Hidden messages that are read at a time. */
const WINDOW = 200;

const originals = ({ session, namespace, leafId }, query, signal) =>
    getExact(['sessions', session, 'history'], { namespace, leafId, raw: true, ...query }, signal);

/**
 * Reads messages that a summary hides, from one of them on.
 * @param {{session: string, namespace: string, leafId: string}} place
 * @param {string} from id of the summary message or of a hidden message, or the `next` of the previous part
 * @param {?string} end id of the message that follows the summary; null if the summary is the last
 * @returns {Promise<{messages: object[], before: ?string, next: ?string}>} `before`: where earlier messages end, also of
 *     those before the summary; `next`: null after the last hidden message
 */
export async function readHidden(place, from, end, signal) {
    const page = await originals(place, { from, first: WINDOW }, signal);
    const at = end === null ? -1 : page.messages.findIndex(message => message.id === end);
    return {
        messages: at >= 0 ? page.messages.slice(0, at) : page.messages,
        before: page.messages[0]?.id ?? null,
        next: at >= 0 || page.next === end ? null : page.next ?? null,
    };
}

/**
 * Reads hidden messages that precede one of them.
 * @param {?string} start id of the first message that the summary hides
 * @returns {Promise<{messages: object[], before: ?string}>} `before`: null before the first hidden message
 */
export async function readHiddenBefore(place, before, start, signal) {
    const page = await originals(place, { before, last: WINDOW }, signal);
    const at = page.messages.findIndex(message => message.id === start);
    return at >= 0 ? { messages: page.messages.slice(at), before: null } : { messages: page.messages, before: page.before ?? null };
}

export async function undoOverlay(session, namespace, id) {
    await remove(['sessions', session, 'compactions', id], { query: { namespace } });
}
