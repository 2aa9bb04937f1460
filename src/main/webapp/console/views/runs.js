import { get } from '../core/api.js';
import { html } from '../core/html.js';
import { usePages } from '../core/load.js';
import { setQuery } from '../core/router.js';
import { sessionUrl } from '../core/url.js';
import { compact } from '../core/words.js';
import { Field } from '../parts/dialog.js';
import { Time } from '../parts/small.js';
import { Table } from '../parts/table.js';

const STATUSES = [['resumable', 'that wait'], ['running', 'running'], ['paused', 'paused'], ['error', 'failed'],
    ['cancelled', 'cancelled'], ['completed', 'completed'], ['all', 'all']];

const COLORS = { running: 'on', paused: 'warn', error: 'danger', cancelled: 'warn' };

/** What a run waits for, by the type of the requirement. */
export const WAITS_FOR = { 'tool-result': 'the result of a tool', confirmation: 'a confirmation', input: 'input' };

/** View 9: the runs of all sessions, by what they wait for. Those of one session are in its view of the state. */
export default function RunsView({ route }) {
    const { status = 'resumable', agentId, runId, unnamed } = route.query;
    const namespace = unnamed ? '' : route.query.namespace ?? '*';
    const list = usePages((cursor, signal) => get(['runs'],
        { status: status === 'all' ? null : status, agentId, runId, namespace, limit: 50, cursor }, signal), [status, agentId, runId, namespace]);
    return html`<div class="page"><header><h1 tabindex="-1">Runs</h1></header>
        <${Filters} key=${JSON.stringify([agentId, runId, namespace])} query=${{ status, agentId, runId, namespace }} />
        <${Table} caption="Runs, newest first" list=${list} rowKey=${run => run.namespace + '/' + run.sessionId + '/' + run.runId}
            columns=${COLUMNS} empty=${status === 'resumable' ? 'No run waits. Runs appear here when an agent pauses, fails or is cancelled.' : 'No such runs.'} />
    </div>`;
}

const COLUMNS = [
    { title: 'Run', cell: run => html`<a class="mono" href=${runUrl(run)}>${run.runId}</a>` },
    { title: 'Status', cell: run => html`<${Status} status=${run.status} />` },
    { title: 'Waits for', cell: run => run.status === 'completed' || run.waitsFor.length === 0 ? html`<span class="muted">–</span>`
        : run.waitsFor.map(type => html`<span class="chip warn">${WAITS_FOR[type] ?? type}</span> `) },
    { title: 'Session', cell: run => html`<a href=${sessionUrl(run.sessionId, run.namespace)}>${run.sessionId}</a>` },
    { title: 'Namespace', cell: run => run.namespace },
    { title: 'Agent', cell: run => run.agentId ?? '–' },
    { title: 'Tokens', number: true, cell: run => compact(run.usage.inputTokens + run.usage.outputTokens) },
    { title: 'Saved', cell: run => html`<${Time} at=${run.updatedAt} />` },
];

/** The place where a run is shown with its checkpoint. */
export function runUrl(run) {
    return sessionUrl(run.sessionId, run.namespace, ['state'], { run: run.runId });
}

export function Status({ status }) {
    return html`<span class=${'chip ' + (COLORS[status] ?? '')}>${status}</span>`;
}

function Filters({ query }) {
    const submit = event => {
        event.preventDefault();
        const { agentId, runId, namespace } = Object.fromEntries([...event.target.elements].filter(one => one.name).map(one => [one.name, one.value.trim()]));
        setQuery({ agentId, runId, namespace, ...namespace && { unnamed: null } });
    };
    return html`<form class="filters" onSubmit=${submit}>
        <${Field} label="Runs" type="select" options=${STATUSES} value=${query.status} onValue=${status => setQuery({ status })} />
        <label class="field"><span class="name">Agent</span><input name="agentId" defaultValue=${query.agentId ?? ''} /></label>
        <label class="field"><span class="name">Run</span><input name="runId" defaultValue=${query.runId ?? ''} /></label>
        <label class="field"><span class="name">Namespace</span><input name="namespace" defaultValue=${query.namespace === '*' ? '' : query.namespace} placeholder="all" /></label>
        <button>Show</button>
        <label class="check"><input type="checkbox" checked=${query.namespace === ''}
            onChange=${event => setQuery({ namespace: null, unnamed: event.target.checked ? '1' : null })} /><span>Only the namespace without a name</span></label></form>`;
}
