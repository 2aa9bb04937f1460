import { get } from '../core/api.js';
import { html, useEffect, useMemo } from '../core/html.js';
import { useShortcuts } from '../core/keys.js';
import { usePages } from '../core/load.js';
import { setQuery } from '../core/router.js';
import { sessionUrl } from '../core/url.js';
import { Icon } from '../parts/icon.js';
import { Time, Tokens, useSettled, useUrlText } from '../parts/small.js';
import { Table } from '../parts/table.js';
import { compact, number } from '../core/words.js';
import { Facets } from '../sessions/facets.js';
import { filterChange, listQuery } from '../sessions/filters.js';
import { Hits } from '../sessions/hits.js';
import { newSession } from '../sessions/new-session.js';

/** All sessions, the last written first, and the search over their messages. */
export default function Sessions({ route }) {
    const { query } = route;
    useShortcuts('Sessions', [
        { keys: 'j, ArrowDown', label: 'Next session or hit', run: () => moveFocus(1) },
        { keys: 'k, ArrowUp', label: 'Previous session or hit', run: () => moveFocus(-1) },
        { keys: 'n', label: 'New session', run: () => newSession(query) },
    ]);
    return html`<div class="page">
        <header>
            <h1 tabindex="-1">Sessions</h1>
            <${SearchField} query=${query} />
            <button class="primary" onClick=${() => newSession(query)}><${Icon} name="plus" /> New session</button>
        </header>
        <${Facets} query=${query} />
        ${query.q ? html`<${Hits} query=${query} />` : html`<${List} query=${query} />`}
    </div>`;
}

function SearchField({ query }) {
    const [text, setText, noteWritten] = useUrlText(query.q ?? '');
    const settled = useSettled(text);
    useEffect(() => {
        if (settled.trim() !== (query.q ?? '')) {
            noteWritten(settled.trim());
            setQuery({ q: settled.trim(), focus: null }, { replace: Boolean(query.q) });
        }
    }, [settled]);
    useEffect(() => {
        if (query.focus === 'search') {
            document.querySelector('main input[type=search]').focus();
        }
    }, [query.focus]);
    return html`<form class="search grow" role="search" onSubmit=${event => event.preventDefault()}>
        <${Icon} name="search" />
        <input type="search" aria-label="Search messages" value=${text} onInput=${event => setText(event.target.value)}
            placeholder='Search messages: words, "a phrase", word*, -without' autocomplete="off" />
    </form>`;
}

function List({ query }) {
    const filters = useMemo(() => listQuery(query, Date.now()), [JSON.stringify(query)]);
    const list = usePages((cursor, signal) => get(['sessions'], { ...filters, limit: 50, cursor }, signal),
        [JSON.stringify(filters)]);
    const isFiltered = Object.keys(filters).some(name => name !== 'namespace');
    return html`<${Table} caption="Sessions, the last written first" list=${list} columns=${COLUMNS}
        rowKey=${session => session.namespace + '\u0000' + session.id}
        empty=${isFiltered ? html`<p>No session matches these filters.</p>`
            : html`<p>There is no session yet.</p><p>A client creates one when it appends its first message; or begin with
                <strong> New session</strong>.</p>`} />`;
}

const COLUMNS = [
    { title: 'Session', class: 'session-cell', cell: session => html`<a data-row
            href=${sessionUrl(session.id, session.namespace)}>${session.name || session.id}</a>
        <span class="row">
            ${session.name && html`<span class="mono muted clip">${session.id}</span>`}
            ${session.forkedAtMessageId && html`<span class="chip"><${Icon} name="fork" /> fork</span>`}
            ${session.endedAt && html`<span class="chip warn">ended</span>`}
        </span>` },
    { title: 'Namespace', class: 'optional', cell: session => session.namespace
        ? filterLink('namespace', session.namespace)
        : html`<button class="plain small muted" title="Only the namespace without a name"
            onClick=${() => setQuery(filterChange('unnamed', true))}>none</button>` },
    { title: 'User', class: 'middle', cell: session => filterLink('userId', session.userId) },
    { title: 'Agent', class: 'middle', cell: session => filterLink('agent', session.agent) },
    { title: 'Source', class: 'optional', cell: session => filterLink('source', session.source) },
    { title: 'Type', class: 'optional', cell: session => filterLink('type', session.type) },
    { title: 'Messages', number: true, cell: session => number(session.messageCount) },
    { title: 'Tokens', number: true, cell: session => html`<${Tokens} value=${session.tokens} />` },
    { title: 'Usage', number: true, class: 'middle', cell: session => html`<${UsageCell} usage=${session.usage} />` },
    { title: 'Written', number: true, cell: session => html`<${Time} at=${session.updatedAt} />` },
];

function filterLink(name, value) {
    return value ? html`<button class="plain small clip" title=${'Only ' + value}
        onClick=${() => setQuery(filterChange(name, value))}>${value}</button>`
        : html`<span class="muted">–</span>`;
}

/** Input and output tokens, and the cost if there is any. */
function UsageCell({ usage }) {
    const title = number(usage.inputTokens) + ' input, ' + number(usage.outputTokens) + ' output, '
        + number(usage.cachedTokens) + ' cached, ' + number(usage.reasoningTokens) + ' reasoning tokens';
    return usage.inputTokens + usage.outputTokens === 0 && usage.cost === 0
        ? html`<span class="muted">–</span>`
        : html`<span title=${title}>${compact(usage.inputTokens)} → ${compact(usage.outputTokens)}${usage.cost > 0
            ? ' · ' + compact(usage.cost) : ''}</span>`;
}

function moveFocus(step) {
    const rows = [...document.querySelectorAll('main [data-row]')];
    const at = rows.indexOf(document.activeElement);
    rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + step))]?.focus();
}
