import { get } from '../core/api.js';
import { html } from '../core/html.js';
import { usePages } from '../core/load.js';
import { setQuery } from '../core/router.js';
import { count } from '../core/words.js';
import { Icon } from '../parts/icon.js';
import { More } from '../parts/table.js';
import { HitLine } from '../sessions/hits.js';

/** The hits of a search in one session. They stay open while the hits are visited. */
export function Find({ session, namespace, query }) {
    const list = usePages((cursor, signal) => get(['sessions', session, 'search'],
        { namespace, q: query.find, limit: 50, wait: true, cursor }, signal), [session, namespace, query.find]);
    return html`<section class="find-results" aria-label="Hits in this session" aria-busy=${list.loading}>
        <header class="row between"><span class="muted" role="status">${list.loading && list.pages.length === 0 ? 'Searching…'
            : count(list.items.length, 'hit') + (list.hasMore ? ' and more' : '') + (list.pages[0]?.partial ? ' for a part of the query' : '')}</span>
            <button class="plain small icon" aria-label="Close the search" onClick=${() => setQuery({ find: null })}><${Icon} name="close" /></button></header>
        <ul>${list.items.map(hit => html`<${HitLine} key=${hit.messageId} hit=${hit} query=${{ find: query.find }} />`)}</ul>
        <${More} list=${list} text="More hits" />
    </section>`;
}
