import { get, isAbort } from '../core/api.js';
import { useCallback, useEffect, useState } from '../core/html.js';

/** Runs that are read at first; more on request, because each page costs time in proportion to the branches. */
const MAX_RUNS = 10_000;

/** Pages between two drawings while the tree is being read. */
const PAGES_PER_DRAWING = 5;

/**
 * Reads the runs of a session's tree, page by page, and returns what was read so far.
 * @returns {{runs: object[], leafId: ?string, complete: boolean, error: ?Error, more: function(), reload: function()}}
 */
export function useTree(session, namespace, version) {
    const [state, setState] = useState({ runs: [], leafId: null, complete: false, error: null });
    const [limit, setLimit] = useState(MAX_RUNS);
    const [round, setRound] = useState(0);
    useEffect(() => {
        const controller = new AbortController();
        read(session, namespace, limit, controller.signal, setState).catch(
            error => isAbort(error) || setState(before => ({ ...before, error })));
        return () => controller.abort();
    }, [session, namespace, version, limit, round]);
    return {
        ...state,
        more: useCallback(() => setLimit(before => before * 4), []),
        reload: useCallback(() => setRound(before => before + 1), []),
    };
}

async function read(session, namespace, limit, signal, publish) {
    const runs = [];
    let cursor;
    for (let pages = 1; ; pages++) {
        const page = await get(['sessions', session, 'tree'], { namespace, runs: true, limit: 200, cursor }, signal);
        runs.push(...page.nodes);
        cursor = page.nextCursor;
        const ends = !cursor || runs.length >= limit;
        if (ends || pages % PAGES_PER_DRAWING === 0) {
            publish({ runs: [...runs], leafId: page.leafId, complete: !cursor, error: null });
        }
        if (ends) {
            return;
        }
    }
}
