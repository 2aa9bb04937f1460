import { html, useEffect, useRef } from '../core/html.js';
import { usePages } from '../core/load.js';

/** Pages after which a search that finds nothing in its time is no longer continued by itself. */
const MAX_CONTINUED = 5;

/** Pause before a search is repeated because the index was behind, in milliseconds, and number of repetitions. */
const PAUSE = 2000;
const MAX_REPEATED = 60;

/**
 * Reads the hits of a search page by page. A search that found nothing in its time is continued by itself, and one is
 * repeated while the index is behind.
 * @param {function(?string, AbortSignal): Promise<object>} loadPage reads a page, after a cursor
 * @param {string} search what is searched for; equal texts mean the same search
 * @returns {object} what `usePages` returns; `goesOn`: the search is being continued
 */
export function useHits(loadPage, search) {
    const list = usePages(loadPage, [search]);
    const goesOn = list.items.length === 0 && list.pages.length < MAX_CONTINUED && Boolean(list.pages.at(-1)?.timedOut) && list.hasMore;
    useEffect(() => {
        if (goesOn) {
            list.more();
        }
    }, [goesOn, list.pages.length]);
    useRepeat(list, search);
    return { ...list, goesOn };
}

/** Repeats a search while the index is behind, unless somebody has asked for more hits already. */
function useRepeat(list, search) {
    const repeated = useRef(0);
    useEffect(() => {
        repeated.current = 0;
    }, [search]);
    const isBehind = !list.loading && list.pages.length === 1 && Boolean(list.pages[0].behind);
    useEffect(() => {
        if (!isBehind || repeated.current >= MAX_REPEATED) {
            return undefined;
        }
        const timer = setTimeout(() => {
            repeated.current++;
            list.reload();
        }, PAUSE);
        return () => clearTimeout(timer);
    }, [isBehind, search]);
}

/** Says why hits may be missing. */
export function Notes({ pages }) {
    return html`
        ${pages[0].partial && html`<p class="hint">No message matches everything; these match a part of the query.</p>`}
        ${pages.some(page => page.behind) && html`<p class="hint">The index is being updated; hits may be missing.${pages.length === 1 ? ' The search is repeated.' : ''}</p>`}
        ${pages.at(-1).timedOut && html`<p class="hint">The search took too long and is not complete; “More hits” continues it.</p>`}`;
}
