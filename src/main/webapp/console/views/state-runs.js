import { get, put, request } from '../core/api.js';
import { html } from '../core/html.js';
import { useLoad, usePages } from '../core/load.js';
import { messageUrl, sessionUrl } from '../core/url.js';
import { count, number } from '../core/words.js';
import { ask } from '../parts/dialog.js';
import { notify } from '../parts/notice.js';
import { Busy, Problem } from '../parts/problem.js';
import { Copy, Time } from '../parts/small.js';
import { More } from '../parts/table.js';
import { JsonText } from '../parts/text.js';
import { Status } from './runs.js';

/** The runs of a session. The chosen one is shown with what it waits for and its checkpoint. */
export function SessionRuns({ session, namespace, chosen }) {
    const list = usePages((cursor, signal) => get(['sessions', session.id, 'runs'], { namespace, limit: 50, cursor }, signal), [session.id, namespace]);
    const href = id => sessionUrl(session.id, namespace, ['state'], { run: id === chosen ? '' : id });
    return html`<section class="stack" aria-labelledby="runs-title"><h2 id="runs-title">Runs</h2>
        ${list.items.length === 0 && (list.loading ? html`<${Busy} />` : !list.error && html`<p class="empty">The session has no runs.</p>`)}
        <ul class="stack tight">${list.items.map(run => html`<li key=${run.runId} class="card stack">
            <p class="row between"><span class="row"><a class="mono" href=${href(run.runId)} aria-expanded=${run.runId === chosen}>${run.runId}</a>
                <${Status} status=${run.status} />${run.agentId && html`<span class="muted">agent ${run.agentId}</span>`}</span>
                <span class="muted">version ${run.version}, <${Time} at=${run.updatedAt} /></span></p>
            ${run.runId === chosen && html`<${RunDetail} session=${session} namespace=${namespace} id=${run.runId} changed=${list.reload} />`}</li>`)}</ul>
        <${More} list=${list} /></section>`;
}

function RunDetail({ session, namespace, id, changed }) {
    const path = ['sessions', session.id, 'runs', id];
    const { data, error, reload } = useLoad(async signal => {
        const { data: run, text, etag } = await request('GET', path, { query: { namespace }, signal });
        return { run, text, etag };
    }, [session.id, namespace, id]);
    if (!data) {
        return error ? html`<${Problem} error=${error} retry=${reload} />` : html`<${Busy} />`;
    }
    const { run, etag } = data;
    const cancel = async () => {
        const done = await ask({
            title: `Cancel the run ${id}?`,
            text: 'Its agent sees that at its next save. Checkpoint and messages stay, so the run can be resumed.',
            confirm: 'Cancel the run', danger: true, fields: [],
            send: () => put(path, { status: 'cancelled' }, { query: { namespace }, headers: { 'If-Match': etag } }).then(() => true),
        });
        if (done) {
            notify('The run is cancelled.');
            reload();
            changed();
        }
    };
    return html`<div class="stack">
        <h3>Waits for</h3>
        ${run.requirements?.length > 0 ? html`<ul class="stack tight">${run.requirements.map(requirement =>
                html`<${Requirement} requirement=${requirement} session=${session} namespace=${namespace} />`)}</ul>`
            : html`<p class="muted">Nothing.</p>`}
        <p class="muted">Usage: ${number(run.usage.inputTokens)} tokens in, ${number(run.usage.outputTokens)} out${run.usage.cost ? ', cost ' + run.usage.cost : ''}</p>
        <h3 class="row">Checkpoint <${Copy} text=${() => JSON.stringify(run.checkpoint)} label="Copy the checkpoint" /></h3>
        <${JsonText} text=${JSON.stringify(run.checkpoint)} label="Checkpoint" />
        ${run.status !== 'completed' && run.status !== 'cancelled' && html`<p><button class="small danger" onClick=${cancel}>Cancel the run</button></p>`}
    </div>`;
}

/** One thing that a run waits for, in words; the agent's own members below. */
function Requirement({ requirement, session, namespace }) {
    const { type, toolCallId, fields, confirmed, ...own } = requirement;
    const words = {
        'tool-result': 'the result of a tool',
        confirmation: confirmed === undefined || confirmed === null ? 'a confirmation' : confirmed ? 'a confirmation (given)' : 'a confirmation (refused)',
        input: `input: ${count(fields?.length ?? 0, 'field')}`,
    };
    const texts = Object.entries(own).filter(([, value]) => typeof value === 'string');
    const others = Object.entries(own).filter(([, value]) => typeof value !== 'string');
    return html`<li class="requirement"><p class="row"><span class="chip warn">${words[type] ?? type}</span>
            ${toolCallId && html`<span class="mono">${toolCallId}</span>`}
            ${own.messageId && typeof own.messageId === 'string' && html`<a href=${messageUrl(session.id, namespace, own.messageId)}>message</a>`}</p>
        ${texts.map(([name, value]) => html`<p><span class="muted">${name}:</span> ${value}</p>`)}
        ${fields?.length > 0 && html`<p class="row"><span class="muted">Fields:</span> ${fields.map(field => html`<span class="chip">${field.name}</span>`)}</p>`}
        ${others.length > 0 && html`<${JsonText} text=${JSON.stringify(Object.fromEntries(others))} label="Other members" />`}</li>`;
}
