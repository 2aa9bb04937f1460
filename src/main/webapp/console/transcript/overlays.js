import { get, remove } from '../core/api.js';

/** Compactions of a session and how they relate to the summaries in its history. */

const PREFIX = 'compaction_';

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

/** The id of the compaction whose summary a message is; null for other messages. Pure. */
export function overlayId(message) {
    return String(message.id ?? '').startsWith(PREFIX) ? message.id.slice(PREFIX.length) : null;
}

/**
 * Assigns superseded compactions to the one that replaced them: the next one that begins at the same message or, if
 * there is none, the next one. Pure.
 * @param {object[]} overlays oldest first
 * @returns {Map<string, object[]>} the superseded compactions by the id of the one in force, oldest first
 */
export function supersededBy(overlays) {
    const result = new Map();
    overlays.forEach((overlay, index) => {
        if (!overlay.superseded) {
            return;
        }
        const later = overlays.slice(index + 1).filter(other => !other.superseded);
        const heir = later.find(other => other.fromMessageId === overlay.fromMessageId) ?? later[0];
        if (heir) {
            result.set(heir.id, [...(result.get(heir.id) ?? []), overlay]);
        }
    });
    return result;
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
