import { useCallback, useEffect, useRef, useState } from './html.js';
import { isAbort } from './api.js';

/**
 * Loads a value when a component is shown, and again when a dependency changes. The earlier request is aborted, so an
 * old answer never replaces a newer one. While a value is loaded again, the old one stays visible, also if that fails
 * (`data` and `error`), unless a dependency has changed.
 *
 * @template T
 * @param {function(AbortSignal): Promise<T>} load
 * @param {Array} dependencies
 * @returns {{data: ?T, error: ?Error, loading: boolean, reload: function(), set: function(T)}}
 */
export function useLoad(load, dependencies) {
    const [state, setState] = useState({ data: null, error: null, loading: true });
    const [round, setRound] = useState(0);
    const loadedFor = useRef(null);
    const set = useCallback(data => setState({ data, error: null, loading: false }), []);
    const reload = useCallback(() => setRound(current => current + 1), []);
    useEffect(() => {
        const controller = new AbortController();
        setState(before => ({ ...before, loading: true }));
        load(controller.signal).then(
            data => {
                if (!controller.signal.aborted) {
                    loadedFor.current = dependencies;
                    set(data);
                }
            },
            error => controller.signal.aborted || isAbort(error)
                || setState(before => ({ data: isEqual(loadedFor.current, dependencies) ? before.data : null, error, loading: false })));
        return () => controller.abort();
    }, [...dependencies, round]);
    return { ...state, reload, set };
}

function isEqual(one, other) {
    return one !== null && one.every((value, i) => Object.is(value, other[i]));
}

/**
 * Loads a list page by page.
 *
 * @template T
 * @param {function(?string, AbortSignal): Promise<{items: T[], nextCursor: ?string}>} loadPage called with a cursor
 * @param {Array} dependencies the list starts again when one of them changes
 * @returns {{items: T[], pages: object[], hasMore: boolean, loading: boolean, error: ?Error, more: function(),
 *     reload: function()}}
 */
export function usePages(loadPage, dependencies) {
    const empty = { pages: [], loading: true, error: null };
    const [state, setState] = useState(empty);
    const [round, setRound] = useState(0);
    const current = useRef(null);
    const load = (cursor, before, controller) => {
        loadPage(cursor, controller.signal).then(
            page => controller.signal.aborted
                || setState({ pages: [...before, page], loading: false, error: null }),
            error => controller.signal.aborted || isAbort(error)
                || setState({ pages: before, loading: false, error }));
    };
    useEffect(() => {
        const controller = current.current = new AbortController();
        setState(before => ({ ...before, loading: true }));
        load(null, [], controller);
        return () => controller.abort();
    }, [...dependencies, round]);
    const last = state.pages.at(-1);
    return {
        ...state,
        items: state.pages.flatMap(page => page.items),
        hasMore: Boolean(last?.nextCursor),
        more() {
            if (!state.loading && last?.nextCursor) {
                setState({ ...state, loading: true, error: null });
                load(last.nextCursor, state.pages, current.current);
            }
        },
        reload: () => setRound(number => number + 1),
    };
}
