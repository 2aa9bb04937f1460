import { useFeed } from '../core/feed.js';
import { html, useRef, useState } from '../core/html.js';
import { useShortcuts } from '../core/keys.js';
import { setQuery } from '../core/router.js';
import { messageUrl, sessionUrl } from '../core/url.js';
import { count } from '../core/words.js';
import { describe, isShown, TYPES } from '../core/events.js';
import { Icon } from '../parts/icon.js';
import { Problem } from '../parts/problem.js';

/** Most events that are kept; older ones leave the list. */
const KEPT = 500;

const STATES = { connecting: 'connecting…', live: 'live', lost: 'connection lost; trying again', ended: 'the session is deleted', refused: 'refused' };

/** View 8: the events of a namespace, of all namespaces, or of one session, as they happen. */
export default function LiveView({ route, session }) {
    const { namespace, unnamed } = route.query;
    const followed = session ? namespace ?? '' : unnamed ? '' : namespace ?? '*';
    return html`<${Events} key=${followed} route=${route} session=${session} namespace=${followed} />`; // Another namespace begins without events.
}

function Events({ route, session, namespace }) {
    const hidden = new Set((route.query.hide ?? '').split(',').filter(Boolean));
    const { rows, waiting, isPaused, togglePause, clear, status, feed } = useEvents(session, namespace);
    useShortcuts('Live', [{ keys: 'p', label: 'Pause or continue', run: togglePause }]);
    const shown = rows.filter(row => isShown(row, hidden));
    return html`<div class=${session ? 'stack' : 'page'}>
        ${!session && html`<header><h1 tabindex="-1">Live</h1></header>`}
        <div class="row between"><div class="row">
            <span class=${'chip ' + ({ live: 'on', lost: 'danger', refused: 'danger' }[feed.state] ?? 'warn')} role="status">${STATES[feed.state]}</span>
            ${status && html`<span class="muted">${status.status}, ${count(status.contextTokens ?? status.tokens, 'token')}${status.threshold ? ` of ${status.threshold} before a compaction` : ''}</span>`}
            ${isPaused && html`<span class="chip warn" role="status">paused, ${count(waiting, 'event')} waiting</span>`}</div>
            <div class="row"><button class="small" aria-pressed=${isPaused} onClick=${togglePause}><${Icon} name=${isPaused ? 'play' : 'pause'} /> ${isPaused ? 'Continue' : 'Pause'}</button>
            <button class="small" onClick=${clear}>Clear</button></div></div>
        ${!session && html`<${Scope} namespace=${namespace} />`}
        <${Types} hidden=${hidden} />
        <${Problem} error=${feed.error} />
        ${shown.length === 0 ? html`<p class="empty">${rows.length === 0 ? 'No events yet. They appear here as they happen.' : 'All events so far are of types that are hidden.'}</p>`
            : html`<ol class="events" aria-label="Events, newest first">${shown.map(row => html`<${EventRow} key=${row.key} row=${row} inSession=${Boolean(session)} />`)}</ol>`}
    </div>`;
}

/** Collects events, newest first. While paused, they wait. */
function useEvents(session, namespace) {
    const [rows, setRows] = useState([]);
    const [status, setStatus] = useState(null);
    const [isPaused, setPaused] = useState(false);
    const waiting = useRef([]);
    const [waitingCount, setWaitingCount] = useState(0);
    const paused = useRef(false);
    const lastKey = useRef(0);
    const add = row => {
        const next = { ...row, key: ++lastKey.current, at: new Date() };
        if (paused.current) {
            waiting.current = [next, ...waiting.current].slice(0, KEPT);
            setWaitingCount(waiting.current.length);
        } else {
            setRows(before => [next, ...before].slice(0, KEPT));
        }
    };
    const feed = useFeed(session ? ['sessions', session.id, 'events'] : ['events'], { namespace }, {
        event: event => {
            const data = JSON.parse(event.data);
            event.type === 'status' ? setStatus(data) : add({ type: event.type, data });
        },
        gap: () => add({ type: 'gap', data: {} }),
    });
    return {
        rows,
        status,
        feed,
        isPaused,
        waiting: waitingCount,
        togglePause() {
            paused.current = !paused.current;
            setPaused(paused.current);
            if (!paused.current) {
                setRows(before => [...waiting.current, ...before].slice(0, KEPT));
                waiting.current = [];
                setWaitingCount(0);
            }
        },
        clear: () => setRows([]),
    };
}

function Scope({ namespace }) {
    const submit = event => {
        event.preventDefault();
        const value = event.target.elements.namespace.value.trim();
        setQuery({ namespace: value, ...value && { unnamed: null } });
    };
    return html`<form class="filters" onSubmit=${submit}><label class="field"><span class="name">Namespace</span>
        <input class="mono" name="namespace" defaultValue=${namespace === '*' ? '' : namespace} placeholder="all" /></label>
        <button>Show</button>
        <label class="check"><input type="checkbox" checked=${namespace === ''}
            onChange=${event => setQuery({ namespace: null, unnamed: event.target.checked ? '1' : null })} /><span>Only the namespace without a name</span></label></form>`;
}

function Types({ hidden }) {
    const toggle = type => {
        const next = new Set(hidden);
        next.has(type) ? next.delete(type) : next.add(type);
        setQuery({ hide: [...next].sort().join(',') }, { replace: true });
    };
    return html`<details class="card"><summary>Types${hidden.size > 0 ? `: ${hidden.size} hidden` : ''}</summary>
        <div class="checks" role="group" aria-label="Types of events that are shown">${Object.entries(TYPES).map(([type, label]) => html`
            <label class="check"><input type="checkbox" checked=${!hidden.has(type)} onChange=${() => toggle(type)} /><span>${label}</span></label>`)}</div>
    </details>`;
}

function EventRow({ row, inSession }) {
    if (row.type === 'gap') {
        return html`<li class="hint">Events are missing here: the log no longer reaches back to the last one that was shown. Reload other pages to see the current state.</li>`;
    }
    const { data } = row;
    const namespace = data.namespace ?? '';
    return html`<li><time datetime=${row.at.toISOString()}>${row.at.toLocaleTimeString('en', { hour12: false })}</time>
        <span class="chip">${row.type}</span>
        ${!inSession && data.sessionId && html`<a class="clip" href=${sessionUrl(data.sessionId, namespace)}>${data.sessionId}</a>`}
        ${data.messageId && html`<a class="mono clip" href=${messageUrl(data.sessionId, namespace, data.messageId)}>${data.messageId}</a>`}
        <span class="muted clip">${describe(row)}</span></li>`;
}
