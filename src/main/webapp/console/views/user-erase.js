import { get, remove } from '../core/api.js';
import { html, useState } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { count, number } from '../core/words.js';
import { download } from '../parts/download.js';
import { Busy, Problem } from '../parts/problem.js';
import { notify } from '../parts/notice.js';

/** Pages of sessions that are counted before an erasure, of 200 sessions each. */
const MAX_PAGES = 10;

const NAMES = { sessions: 'Sessions', messages: 'Messages', blocks: 'Context blocks', summaries: 'Summaries', profile: 'Profiles',
    values: 'Values and state objects', runs: 'Runs', indexEntries: 'Entries of the search index' };

/** Erases a user: shows what there is, asks for the id, and then offers the receipt. */
export function Erase({ id, hasProfile, erased }) {
    const [typed, setTyped] = useState('');
    const [state, setState] = useState({ busy: false, error: null, receipt: null });
    const counts = useLoad(signal => countSessions(id, signal), [id]);
    const erase = async event => {
        event.preventDefault();
        setState({ busy: true, error: null, receipt: null });
        try {
            const erasedCounts = await remove(['users', id]);
            setState({ busy: false, error: null, receipt: { userId: id, erasedAt: new Date().toISOString(), erased: erasedCounts } });
            setTyped('');
            notify('The user is erased.');
            counts.reload();
            erased();
        } catch (error) {
            setState({ busy: false, error, receipt: null });
        }
    };
    return html`<section class="card stack danger-zone" aria-labelledby="erase-title"><h2 id="erase-title">Erase this user</h2>
        <p>Deletes all sessions of the user in all namespaces with their forks, the profile, and the text of blocks that belong to the user.
            Nobody can read the data any more at once; there is no undo.</p>
        <${Problem} error=${counts.error} retry=${counts.reload} />
        ${counts.data ? html`<p role="status">There are now <strong>${counts.data.isMore && 'at least '}${count(counts.data.sessions, 'session')}</strong> with${' '}
            <strong>${counts.data.isMore && 'at least '}${count(counts.data.messages, 'message')}</strong>, and ${hasProfile ? 'a profile' : 'no profile'}.</p>`
            : !counts.error && html`<${Busy} text="Counting…" />`}
        <form class="filters" onSubmit=${erase}>
            <label class="field"><span class="name">Type the id of the user to erase it</span>
                <input value=${typed} autocomplete="off" onInput=${event => setTyped(event.target.value)} /></label>
            <button class="danger" disabled=${typed !== id || state.busy}>${state.busy ? 'Erasing…' : 'Erase'}</button></form>
        <${Problem} error=${state.error} />
        ${state.receipt && html`<${Receipt} receipt=${state.receipt} />`}</section>`;
}

async function countSessions(userId, signal) {
    let cursor = null;
    const sum = { sessions: 0, messages: 0, isMore: false };
    for (let page = 0; page < MAX_PAGES; page++) {
        const list = await get(['sessions'], { userId, namespace: '*', limit: 200, cursor }, signal);
        sum.sessions += list.items.length;
        sum.messages += list.items.reduce((all, session) => all + session.messageCount, 0);
        cursor = list.nextCursor;
        if (!cursor) {
            return sum;
        }
    }
    return { ...sum, isMore: true };
}

function Receipt({ receipt }) {
    const save = () => download(`erasure-${receipt.erasedAt.slice(0, 10)}.json`,
        new Blob([JSON.stringify(receipt, null, 2) + '\n'], { type: 'application/json' }));
    return html`<div class="stack" role="status"><h3>Erased</h3>
        <dl class="facts">${Object.entries(receipt.erased).map(([name, value]) => html`<dt>${NAMES[name] ?? name}</dt><dd>${number(value)}</dd>`)}</dl>
        <p><button onClick=${save}>Download the receipt</button></p></div>`;
}
