import { get } from '../core/api.js';
import { html, useMemo } from '../core/html.js';
import { roleClass } from '../core/role.js';
import { bySession, snippetParts } from '../core/snippet.js';
import { messageUrl, sessionUrl } from '../core/url.js';
import { count } from '../core/words.js';
import { Busy, Problem } from '../parts/problem.js';
import { Time } from '../parts/small.js';
import { More } from '../parts/table.js';
import { searchQuery } from './filters.js';
import { Notes, useHits } from './search-pages.js';

/** The hits of a search over all sessions, grouped by session. */
export function Hits({ query }) {
    const search = useMemo(() => searchQuery(query, Date.now()), [JSON.stringify(query)]);
    const list = useHits((cursor, signal) => get(['search'], { ...search, limit: 50, cursor }, signal), JSON.stringify(search));
    if (list.pages.length === 0 || list.goesOn) {
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

/** One hit: a link to the message, with its role, its time and the marked snippet. */
export function HitLine({ hit, query }) {
    return html`<li><a class="hit" data-row href=${messageUrl(hit.sessionId, hit.namespace, hit.messageId, query)}>
        <span class="row"><span class=${'role role-' + roleClass(hit.role)}>${hit.role}</span> <small class="muted"><${Time} at=${hit.createdAt} /></small></span>
        <span class="snippet"><${Snippet} snippet=${hit.snippet} /></span>
    </a></li>`;
}

/** The text of a snippet with its matches marked. */
export function Snippet({ snippet }) {
    return snippetParts(snippet).map(({ text, marked }) => marked ? html`<mark>${text}</mark>` : text);
}
