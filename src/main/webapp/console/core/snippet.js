/** Reads the snippets of search hits. Pure. */

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Divides a snippet into its texts. Only `<mark>` and `</mark>` are markup; whatever else looks like a tag is text.
 * @param {string} snippet HTML, escaped except for its marks
 * @returns {{text: string, marked: boolean}[]} the texts without escapes; empty ones are left out
 */
export function snippetParts(snippet) {
    const parts = [];
    let marked = false;
    for (const piece of snippet.split(/(<\/?mark>)/)) {
        if (piece === '<mark>' || piece === '</mark>') {
            marked = piece === '<mark>';
        } else if (piece !== '') {
            parts.push({ text: unescape(piece), marked });
        }
    }
    return parts;
}

function unescape(text) {
    return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (all, decimal, hex, name) => {
        if (name) {
            return ENTITIES[name.toLowerCase()];
        }
        const point = decimal ? Number(decimal) : parseInt(hex, 16);
        return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : all;
    });
}

/**
 * Groups hits by their session, in the order of each session's first hit.
 * @param {{sessionId: string, namespace: string, sessionName: ?string}[]} hits
 * @returns {{sessionId: string, namespace: string, sessionName: ?string, hits: object[]}[]}
 */
export function bySession(hits) {
    const groups = new Map();
    for (const hit of hits) {
        const key = JSON.stringify([hit.namespace, hit.sessionId]);
        if (!groups.has(key)) {
            const { sessionId, namespace, sessionName } = hit;
            groups.set(key, { sessionId, namespace, sessionName, hits: [] });
        }
        groups.get(key).hits.push(hit);
    }
    return [...groups.values()];
}
