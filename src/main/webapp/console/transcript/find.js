import { get } from '../core/api.js';
import { html } from '../core/html.js';
import { setQuery } from '../core/router.js';
import { count } from '../core/words.js';
import { Icon } from '../parts/icon.js';
import { More } from '../parts/table.js';
import { HitLine } from '../sessions/hits.js';
import { Notes, useHits } from '../sessions/search-pages.js';

/** The hits of a search in one session. They stay open while the hits are visited. */
export function Find({ session, namespace, query }) {
    const list = useHits((cursor, signal) => get(['sessions', session, 'search'],
        { namespace, q: query.find, limit: 50, wait: true, cursor }, signal), JSON.stringify([session, namespace, query.find]));
    return html`<section class="find-results" aria-label="Hits in this session" aria-busy=${list.loading}>
        <header class="row between"><span class="muted" role="status">${(list.loading && list.pages.length === 0) || list.goesOn ? 'Searching…'
            : count(list.items.length, 'hit') + (list.hasMore ? ' and more' : '')}</span>
            <button class="plain small icon" aria-label="Close the search" onClick=${() => setQuery({ find: null })}><${Icon} name="close" /></button></header>
        ${list.pages.length > 0 && html`<${Notes} pages=${list.pages} />`}
        <ul>${list.items.map(hit => html`<${HitLine} key=${hit.messageId} hit=${hit} query=${{ find: query.find, raw: query.raw, leaf: query.leaf }} />`)}</ul>
        <${More} list=${list} text="More hits" />
    </section>`;
}
