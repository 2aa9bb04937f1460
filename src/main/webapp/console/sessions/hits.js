import { get } from '../core/api.js';
import { html, useEffect, useMemo, useRef } from '../core/html.js';
import { usePages } from '../core/load.js';
import { bySession, snippetParts } from '../core/snippet.js';
import { messageUrl, sessionUrl } from '../core/url.js';
import { count } from '../core/words.js';
import { Busy, Problem } from '../parts/problem.js';
import { Time } from '../parts/small.js';
import { More } from '../parts/table.js';
import { searchQuery } from './filters.js';

/** Pages after which a search that finds nothing in its time is no longer continued by itself. */
const MAX_CONTINUED = 5;

/** Pause before a search is repeated because the index was behind, in milliseconds, and number of repetitions. */
const PAUSE = 2000;
const MAX_REPEATED = 60;

/** The hits of a search over all sessions, grouped by session. */
export function Hits({ query }) {
    const search = useMemo(() => searchQuery(query, Date.now()), [JSON.stringify(query)]);
    const list = usePages((cursor, signal) => get(['search'], { ...search, limit: 50, cursor }, signal),
        [JSON.stringify(search)]);
    const goesOn = list.items.length === 0 && list.pages.length < MAX_CONTINUED && Boolean(list.pages.at(-1)?.timedOut) && list.hasMore;
    useEffect(() => {
        if (goesOn) {
            list.more();
        }
    }, [goesOn, list.pages.length]);
    useRepeat(list, search);
    if (list.pages.length === 0 || goesOn) {
        return list.error ? html`<${Problem} error=${list.error} retry=${list.reload} />` : html`<${Busy} text="Searching…" />`;
    }
    const groups = bySession(list.items);
    return html`<section class="stack" aria-label="Hits" aria-busy=${list.loading}>
        <p class="muted" role="status">${count(list.items.length, 'hit')}${list.hasMore ? ' and more' : ''} in
            ${' ' + count(groups.length, 'session')}</p>
        <${Notes} pages=${list.pages} />
        ${groups.map(group => html`<section class="card hits" key=${group.namespace + '\u0000' + group.sessionId}>
            <header><h2 class="clip"><a href=${sessionUrl(group.sessionId, group.namespace)}>${group.sessionName || group.sessionId}</a></h2>
                <span class="muted">${group.namespace && html`<span class="chip">${group.namespace}</span> `}${count(group.hits.length, 'hit')}</span>
            </header>
            <ul>${group.hits.map(hit => html`<${HitLine} key=${hit.messageId} hit=${hit} />`)}</ul>
        </section>`)}
        ${groups.length === 0 && !list.hasMore && html`<div class="empty"><p>No message matches.</p></div>`}
        <${More} list=${list} text="More hits" />
    </section>`;
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

/** One hit: a link to the message, with its role, its time and the marked snippet. */
export function HitLine({ hit, query }) {
    return html`<li><a class="hit" data-row href=${messageUrl(hit.sessionId, hit.namespace, hit.messageId, query)}>
        <span class="row"><span class=${'role role-' + hit.role}>${hit.role}</span> <small class="muted"><${Time} at=${hit.createdAt} /></small></span>
        <span class="snippet"><${Snippet} snippet=${hit.snippet} /></span>
    </a></li>`;
}

/** The text of a snippet with its matches marked. */
export function Snippet({ snippet }) {
    return snippetParts(snippet).map(({ text, marked }) => marked ? html`<mark>${text}</mark>` : text);
}

function Notes({ pages }) {
    return html`
        ${pages[0].partial && html`<p class="hint">No message matches everything; these match a part of the query.</p>`}
        ${pages.some(page => page.behind) && html`<p class="hint">The index is being updated; hits may be missing.${pages.length === 1 ? ' The search is repeated.' : ''}</p>`}
        ${pages.at(-1).timedOut && html`<p class="hint">The search took too long and is not complete; “More hits” continues it.</p>`}`;
}
