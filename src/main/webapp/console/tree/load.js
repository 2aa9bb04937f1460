import { get, isAbort } from '../core/api.js';
import { useCallback, useEffect, useRef, useState } from '../core/html.js';

/**
 * Runs that are read without a pause. Each page costs the server time in proportion to the branches, so between further
 * pages there is a pause as long as the page took.
 */
const WITHOUT_PAUSE = 10_000;

/** Runs of the first drawing while the tree is being read. It is drawn again each time when it has twice as many. */
const FIRST_DRAWING = 1000;

/** A tree that grows is read at most once in this time, and takes at most a part of the time, in milliseconds. */
const MIN_PAUSE = 1000;
const PART_OF_TIME = 5;

/**
 * Reads the runs of a session's tree, page by page, and returns what was read so far.
 * @returns {{runs: object[], leafId: ?string, complete: boolean, error: ?Error, reload: function(),
 *     refresh: function()}} `reload` reads the tree again at once; `refresh` soon, however often it is called
 */
export function useTree(session, namespace, version) {
    const [state, setState] = useState({ runs: [], leafId: null, complete: false, error: null });
    const [round, setRound] = useState(0);
    const pace = useRef({ timer: 0, readAt: 0, took: 0, isReading: false, isWanted: false });
    const reload = useCallback(() => setRound(before => before + 1), []);
    const refresh = useCallback(() => {
        const { timer, readAt, took, isReading } = pace.current;
        if (isReading) {
            pace.current.isWanted = true; // Later: a long tree would never be complete if each event began it again.
            return;
        }
        const pause = Math.max(MIN_PAUSE, took * PART_OF_TIME) - (performance.now() - readAt);
        pace.current.timer = timer || setTimeout(() => {
            pace.current.timer = 0;
            reload();
        }, Math.max(0, pause));
    }, []);
    useEffect(() => {
        const controller = new AbortController();
        const from = performance.now();
        const ended = () => {
            const { isWanted } = pace.current;
            Object.assign(pace.current, { readAt: performance.now(), took: performance.now() - from, isReading: false, isWanted: false });
            if (isWanted) {
                refresh();
            }
        };
        pace.current.isReading = true;
        read(session, namespace, controller.signal, setState).then(ended, error => {
            if (!isAbort(error)) {
                setState(before => ({ ...before, error }));
                ended();
            }
        });
        return () => controller.abort();
    }, [session, namespace, version, round]);
    useEffect(() => () => clearTimeout(pace.current.timer), []);
    return { ...state, reload, refresh };
}

async function read(session, namespace, signal, publish) {
    const runs = [];
    let cursor;
    let drawing = FIRST_DRAWING;
    for (;;) {
        const from = performance.now();
        const page = await get(['sessions', session, 'tree'], { namespace, runs: true, limit: 200, cursor }, signal);
        runs.push(...page.nodes);
        cursor = page.nextCursor;
        if (!cursor || runs.length >= drawing) {
            drawing = runs.length * 2;
            const next = { runs: [...runs], leafId: page.leafId, complete: !cursor, error: null };
            // A tree that is read again replaces the shown one only when it is complete.
            publish(before => next.complete || before.runs.length < next.runs.length ? next : before);
        }
        if (!cursor) {
            return;
        }
        if (runs.length >= WITHOUT_PAUSE) {
            await pause(performance.now() - from, signal);
        }
    }
}

async function pause(milliseconds, signal) {
    await new Promise(resolve => setTimeout(resolve, milliseconds));
    signal.throwIfAborted();
}
