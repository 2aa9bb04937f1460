import { html, useEffect, useState } from '../core/html.js';
import { setQuery } from '../core/router.js';
import { count } from '../core/words.js';
import { Icon } from '../parts/icon.js';

/** What is shown of the session, and how: its path, with or without summaries, with or without the tree. */
export function Toolbar({ session, route, part, raw, isTreeOpen, toggleTree, toStart, toEnd, toLatest }) {
    const isLatest = !part || part.leafId === session.leafId;
    return html`<div class="transcript-tools">
        <p class="path-facts">${part && (isLatest ? html`<strong>Latest path</strong>`
            : html`<span class="chip warn">another branch</span> <button class="small" onClick=${toLatest}>Go to the latest path</button>`)}
            ${part && html` <span class="muted">${count(part.pathLength, 'message')} on this path</span>`}</p>
        <${FindField} value=${route.query.find ?? ''} />
        <span class="row">
            <button class="small" onClick=${toStart} title="Beginning of the path (Home)">First</button>
            <button class="small" onClick=${toEnd} title="End of the path (End)">Last</button>
            <button class="small" aria-pressed=${raw} onClick=${() => setQuery({ raw: raw ? null : '1' })}
                title="Show the original messages instead of summaries (r)">Originals</button>
            <button class="small" aria-pressed=${isTreeOpen} onClick=${toggleTree} title="Tree (m)"><${Icon} name="tree" /> Tree</button>
        </span>
    </div>`;
}

function FindField({ value }) {
    const [text, setText] = useState(value);
    useEffect(() => setText(value), [value]);
    const submit = event => {
        event.preventDefault();
        setQuery({ find: text.trim() });
    };
    const change = event => {
        setText(event.target.value);
        if (event.target.value === '' && value !== '') {
            setQuery({ find: null });
        }
    };
    return html`<form class="find" role="search" onSubmit=${submit}>
        <${Icon} name="search" />
        <input type="search" aria-label="Search this session" placeholder="Search this session" value=${text} onInput=${change}
            autocomplete="off" />
    </form>`;
}
