import { get, remove } from '../core/api.js';

/** Compactions that are read at most; a session rarely has more than a few. */
const MAX = 2000;

/** Reads all compactions of a session, oldest first. */
export async function readOverlays(session, namespace, signal) {
    const all = [];
    let cursor;
    do {
        const page = await get(['sessions', session, 'compactions'], { namespace, limit: 200, cursor }, signal);
        all.push(...page.items);
        cursor = page.nextCursor;
    } while (cursor && all.length < MAX);
    return all;
}

/**
 * Reads messages that a summary hides.
 * @param {{session: string, namespace: string, leafId: string}} place
 * @param {string} from id of the summary message, or the `next` of the previous part
 * @param {?string} end id of the message that follows the summary; null if the summary is the last
 * @returns {Promise<{messages: object[], next: ?string}>} `next`: null after the last hidden message
 */
export async function readHidden({ session, namespace, leafId }, from, end, signal) {
    const page = await get(['sessions', session, 'history'],
        { namespace, leafId, from, first: 200, raw: true }, signal);
    const at = end === null ? -1 : page.messages.findIndex(message => message.id === end);
    return at >= 0
        ? { messages: page.messages.slice(0, at), next: null }
        : { messages: page.messages, next: page.next === end ? null : page.next ?? null };
}

export async function undoOverlay(session, namespace, id) {
    await remove(['sessions', session, 'compactions', id], { query: { namespace } });
}
