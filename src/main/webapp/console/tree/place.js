/**
 * Finds the run that contains a message of a path. Pure.
 * @param {object[]} runs runs of the tree, each after its parent
 * @param {?string} leafId last message of the path
 * @param {number} [depth] number of ancestors of the message; if unknown, the last run of the path is returned
 * @param {string} [id] id of the message, which decides if the depth is unknown
 * @returns {?object} null if the path is not in the tree
 */
export function runAt(runs, leafId, depth, id) {
    const byLast = new Map(runs.map(run => [run.lastId, run]));
    let last = null;
    for (let run = byLast.get(leafId); run; run = byLast.get(run.parentId)) {
        last ??= run;
        if (depth === undefined ? run.firstId === id || run.lastId === id : run.depth <= depth) {
            return run;
        }
    }
    return last;
}

/** The run that begins or ends with a message of any branch; null if the message is within a run. */
export function runWithEnd(runs, id) {
    return runs.find(run => run.firstId === id || run.lastId === id) ?? null;
}

/**
 * The end of the shown path as far as the tree has it. The transcript learns of new messages before the tree does.
 * @param {object[]} runs
 * @param {?string} leafId last message of the shown path
 * @param {?string} before what this returned last time
 * @returns {?string} the last message of a run; null if neither is in the tree
 */
export function knownLeaf(runs, leafId, before) {
    const isKnown = id => runs.some(run => run.lastId === id);
    return isKnown(leafId) ? leafId : isKnown(before) ? before : null;
}

/**
 * The alternatives of messages: a message has siblings if its parent has other children. Such a message is always the
 * first of its run.
 * @param {object[]} runs
 * @param {boolean} complete whether these are all runs
 * @returns {Map<string, {index: number, ids: string[], hasMore: boolean}>} by message id; messages without siblings are
 *     left out; `hasMore`: there may be more alternatives
 */
export function siblingsOf(runs, complete) {
    const byParent = new Map();
    for (const run of runs) {
        if (!byParent.has(run.parentId)) {
            byParent.set(run.parentId, []);
        }
        byParent.get(run.parentId).push(run.firstId);
    }
    const siblings = new Map();
    for (const ids of byParent.values()) {
        if (ids.length > 1) {
            ids.forEach((id, index) => siblings.set(id, { index, ids, hasMore: !complete }));
        }
    }
    return siblings;
}
