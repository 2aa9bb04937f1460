import { get, post } from '../core/api.js';
import { html, useEffect, useState } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { count, number } from '../core/words.js';
import { confirm } from '../parts/dialog.js';
import { Busy, Problem } from '../parts/problem.js';
import { Time } from '../parts/small.js';

/** Pause between two looks at the index, in milliseconds: while a scan runs, and otherwise. */
const BUSY_PAUSE = 500;
const IDLE_PAUSE = 5000;

const STATES = { ok: ['on', 'up to date'], 'catching-up': ['warn', 'catching up'], rebuilding: ['warn', 'rebuilding'],
    verifying: ['warn', 'verifying'], degraded: ['danger', 'degraded'] };

/** The state of the search index on this node, with verification and rebuild and their progress. */
export function IndexState() {
    const { data, error, reload, set } = useLoad(signal => get(['admin', 'index'], {}, signal), []);
    const [problem, setProblem] = useState(null);
    useEffect(() => {
        const isBusy = data && (data.state === 'rebuilding' || data.state === 'verifying');
        const timer = setTimeout(reload, isBusy ? BUSY_PAUSE : IDLE_PAUSE);
        return () => clearTimeout(timer);
    }, [data, error]);
    const start = async (action, question) => {
        if (await confirm(question)) {
            try {
                setProblem(null);
                set(await post(['admin', 'index', action]));
            } catch (failure) {
                setProblem(failure);
            }
        }
    };
    if (!data) {
        return error ? html`<${Problem} error=${error} retry=${reload} />` : html`<${Busy} />`;
    }
    const [color, words] = STATES[data.state] ?? ['', data.state];
    const isBusy = data.state === 'rebuilding' || data.state === 'verifying';
    return html`<section class="card stack" aria-labelledby="index-title"><header><h2 id="index-title" class="row">Search index
                <span class=${'chip ' + color} role="status">${words}</span></h2>
            <span class="row"><button disabled=${isBusy} onClick=${() => start('verify', VERIFY)}>Verify</button>
            <button disabled=${isBusy} onClick=${() => start('rebuild', REBUILD)}>Rebuild</button></span></header>
        <${Problem} error=${problem} /><${Problem} error=${error} retry=${reload} />
        ${data.failure && html`<p class="problem">Updates fail: ${data.failure}. The server tries again; its log has the reason.</p>`}
        <dl class="facts"><dt>Documents</dt><dd>${data.documents === null ? 'cannot be read' : number(data.documents)}</dd>
            <dt>Behind</dt><dd>${count(data.behind, 'event')}, ${data.lagSeconds} s</dd>
            <dt>Position in the log</dt><dd>${number(data.position)}</dd>
            <dt>Language of the words</dt><dd>${data.analyzer}</dd></dl>
        <${Scan} title="Rebuild" scan=${data.rebuild} />
        <${Scan} title="Verification" scan=${data.verify} />
        <p class="muted">This is the index of the node that answers. Searches work during a rebuild and a verification.</p></section>`;
}

const VERIFY = { title: 'Verify the index?', text: 'Every document is compared with its row, and differences are repaired. Searches keep working.', confirm: 'Verify' };
const REBUILD = { title: 'Rebuild the index?', text: 'All documents are written anew. Searches keep working, but the machine is busy for a while.', confirm: 'Rebuild' };

function Scan({ title, scan }) {
    if (!scan) {
        return null;
    }
    const repaired = ['missing', 'wrong', 'stale'].filter(name => scan[name] !== undefined);
    return html`<div class="stack tight"><h3>${title}</h3>
        <label class="row nowrap"><span class="unseen">Progress of the ${title.toLowerCase()}</span>
            <progress class="grow" max=${Math.max(1, scan.total)} value=${scan.finishedAt ? Math.max(1, scan.total) : scan.done} />
            <span class="number">${number(scan.done)} of ${number(scan.total)}</span></label>
        <p class="muted">Began <${Time} at=${scan.startedAt} />${scan.finishedAt ? html`, ended <${Time} at=${scan.finishedAt} />` : ', runs'}${repaired.length > 0
            && '. ' + repaired.map(name => `${name} ${number(scan[name])}`).join(', ')}</p></div>`;
}
