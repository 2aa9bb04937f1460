/**
 * Which branch the transcript shows, and how its URL names it: a URL with `leaf` shows the path to that message, one
 * without it the latest path, or the latest path through the message of the URL. Pure.
 */

/**
 * The leaf that links of the page must name.
 * @param {?{leafId: ?string}} part the shown part
 * @param {?string} latest the session's leaf
 * @returns {?string} null on the latest path, whose links follow it
 */
export function branchOf(part, latest) {
    return part && part.leafId !== latest ? part.leafId : null;
}

/**
 * True if the part that is shown belongs to the path that a URL names.
 * @param {?{leafId: ?string}} part
 * @param {{leaf: ?string, latest: ?string}} place `leaf`: that of the URL; `latest`: the session's leaf
 */
export function isSamePath(part, { leaf, latest }) {
    return part !== null && part.leafId === (leaf ?? latest);
}

/**
 * The leaf that the URL of the shown part should have.
 * @param {{part: {leafId: ?string}, readLeaf: ?string}} shown `readLeaf`: the leaf of the part when it was read, before
 *     it grew
 * @param {{leaf: ?string, message: ?string, latest: ?string}} place the URL
 * @returns {?string} null if the URL names none and needs none
 */
export function leafForUrl({ part, readLeaf }, { leaf, message, latest }) {
    if (leaf) {
        return part.leafId;
    }
    return message && part.leafId === readLeaf ? branchOf(part, latest) : null;
}
