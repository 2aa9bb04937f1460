import { createStore, useStore } from './store.js';
import { format, match, parse } from './url.js';

/**
 * The current route: the view that the URL selects, with its parameters.
 * @typedef {{view: ?object, params: Object<string, string>, query: Object<string, string>, segments: string[]}} Route
 */

const route = createStore(null);
let views = [];

/** Reads the URL now and whenever it changes. `registry` is the list of views; the first that matches is shown. */
export function startRouter(registry) {
    views = registry;
    addEventListener('hashchange', read);
    read();
}

function read() {
    const { segments, query } = parse(location.href.split('#').slice(1).join('#'));
    if (segments.length === 0) {
        go(['sessions'], query, { replace: true });
        return;
    }
    for (const view of views) {
        const params = match(view.path, segments);
        if (params) {
            route.set({ view, params, query, segments });
            return;
        }
    }
    route.set({ view: null, params: {}, query, segments });
}

/** Returns the current route and renders the component again when it changes. */
export function useRoute() {
    return useStore(route);
}

export function currentRoute() {
    return route.get();
}

/** The page of a route: a view, and its session if it has one. Pages with the same key keep their state when the URL changes. */
export function pageKey({ view, params, query }) {
    return (view?.path.replace('/messages/:message', '') ?? '') + ' ' + (params.session ?? '') + ' '
        + (params.session === undefined ? '' : query.namespace ?? '');
}

/**
 * Remembers the page that is shown when a request begins: its answer may arrive when another page is shown.
 * @returns {function(): boolean} whether the page is shown
 */
export function rememberPage() {
    const key = pageKey(route.get());
    return () => pageKey(route.get()) === key;
}

/**
 * Goes to a path.
 * @param {string[]} segments not encoded
 * @param {object} [query]
 * @param {{replace?: boolean}} [options] `replace`: without a new entry in the browser's history
 */
export function go(segments, query = {}, options = {}) {
    goTo(format(segments, query), options);
}

/** Goes to a URL that begins with `#/`. */
export function goTo(url, { replace = false } = {}) {
    if (replace) {
        history.replaceState(null, '', url);
        read();
    } else {
        location.hash = url;
    }
}

/** Changes values of the query of the current page; empty values are removed. */
export function setQuery(changes, options = {}) {
    const { segments, query } = route.get();
    go(segments, { ...query, ...changes }, options);
}
