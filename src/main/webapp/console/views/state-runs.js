import { confirmed, entered, fieldTexts } from '../core/answers.js';
import { get, put, request } from '../core/api.js';
import { parseExact } from '../core/exact-json.js';
import { html } from '../core/html.js';
import { useLoad, usePages } from '../core/load.js';
import { itemTexts, memberText, memberTexts } from '../core/raw-json.js';
import { messageUrl, sessionUrl } from '../core/url.js';
import { count, number } from '../core/words.js';
import { ask } from '../parts/dialog.js';
import { notify, reported, undoing } from '../parts/notice.js';
import { Busy, Problem } from '../parts/problem.js';
import { Copy, Time } from '../parts/small.js';
import { More } from '../parts/table.js';
import { JsonText } from '../parts/text.js';
import { Status, WAITS_FOR } from './runs.js';

/** The runs of a session. The chosen one is shown with what it waits for and its checkpoint. */
export function SessionRuns({ session, namespace, chosen }) {
    const list = usePages((cursor, signal) => get(['sessions', session.id, 'runs'], { namespace, limit: 50, cursor }, signal), [session.id, namespace]);
    const isListed = list.items.some(({ runId }) => runId === chosen);
    const href = id => sessionUrl(session.id, namespace, ['state'], { run: id === chosen ? '' : id });
    return html`<section class="stack" aria-labelledby="runs-title"><h2 id="runs-title">Runs</h2>
        ${list.items.length === 0 && (list.loading ? html`<${Busy} />` : !list.error && html`<p class="empty">The session has no runs.</p>`)}
        ${chosen && !isListed && !list.loading && html`<div class="card stack"><p class="mono">${chosen}</p>
            <${RunDetail} key=${chosen} session=${session} namespace=${namespace} id=${chosen} changed=${list.reload} /></div>`}
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
    // The text of the answer, because parsing would change numbers such as 1.50.
    const checkpoint = memberText(data.text, 'checkpoint');
    const requirements = run.requirements ? itemTexts(memberText(data.text, 'requirements')) : [];
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
    const isOpen = run.status !== 'completed' && run.status !== 'cancelled';
    const save = (json, version) => request('PUT', path, { query: { namespace }, headers: { 'If-Match': version },
        body: `{"status":${JSON.stringify(run.status)},"requirements":${json}}` });
    const refresh = () => {
        reload();
        changed();
    };
    // The run's version refuses an answer to requirements that the agent has replaced meanwhile.
    const answer = async json => {
        const saved = await save(json, etag);
        refresh();
        notify('The answer is saved. The agent reads it when it resumes the run.',
            undoing(() => save('[' + requirements.join(',') + ']', saved.etag).then(refresh)));
        return true;
    };
    return html`<div class="stack"><${Problem} error=${error} retry=${reload} />
        <h3>Waits for</h3>
        ${run.requirements?.length > 0 ? html`<ul class="stack tight">${run.requirements.map((requirement, i) =>
                html`<${Requirement} text=${requirements[i]} session=${session} namespace=${namespace}>
                    ${isOpen && html`<${Answer} requirement=${requirement} texts=${requirements} index=${i} answer=${answer} />`}<//>`)}</ul>`
            : html`<p class="muted">Nothing.</p>`}
        <p class="muted">Usage: ${number(run.usage.inputTokens)} tokens in, ${number(run.usage.outputTokens)} out${run.usage.cost ? ', cost ' + run.usage.cost : ''}</p>
        <h3 class="row">Checkpoint <${Copy} text=${checkpoint} label="Copy the checkpoint" /></h3>
        <${JsonText} text=${checkpoint} label="Checkpoint" />
        ${isOpen && html`<p><button class="small danger" onClick=${cancel}>Cancel the run</button></p>`}
    </div>`;
}

/** One thing that a run waits for, in words; the agent's own members below. */
function Requirement({ text, session, namespace, children }) {
    const { type, toolCallId, fields, confirmed, ...own } = parseExact(text);
    const words = {
        ...WAITS_FOR,
        confirmation: confirmed === undefined || confirmed === null ? 'a confirmation' : confirmed ? 'a confirmation (given)' : 'a confirmation (refused)',
        input: `input: ${count(fields?.length ?? 0, 'field')}`,
    };
    const texts = Object.entries(own).filter(([, value]) => typeof value === 'string');
    const others = memberTexts(text).filter(([name]) => name in own && typeof own[name] !== 'string');
    return html`<li class="requirement"><p class="row"><span class="chip warn">${words[type] ?? type}</span>
            ${toolCallId && html`<span class="mono">${toolCallId}</span>`}
            ${own.messageId && typeof own.messageId === 'string' && html`<a href=${messageUrl(session.id, namespace, own.messageId)}>message</a>`}</p>
        ${texts.map(([name, value]) => html`<p><span class="muted">${name}:</span> ${value}</p>`)}
        ${fields?.length > 0 && html`<p class="row"><span class="muted">Fields:</span> ${fields.map(field =>
            html`<span class="chip">${field.name}${field.value !== undefined && ': ' + JSON.stringify(field.value)}</span>`)}</p>`}
        ${others.length > 0 && html`<${JsonText} label="Other members"
            text=${'{' + others.map(([name, value]) => JSON.stringify(name) + ':' + value).join(',') + '}'} />`}
        ${children}</li>`;
}

/** Buttons that answer a confirmation or input. The result of a tool is a message of the conversation, which its agent adds. */
function Answer({ requirement, texts, index, answer }) {
    const decide = async isConfirmed => {
        await reported(() => answer(confirmed(texts, index, isConfirmed)));
    };
    const enter = () => {
        const shown = fieldTexts(texts[index]);
        return ask({
            title: 'Input for the run',
            text: 'The agent reads it when it resumes the run.',
            confirm: 'Save',
            fields: requirement.fields.map((field, i) => ({ name: String(i), label: field.label ?? field.name, note: field.description,
                value: shown[i], type: shown[i].includes('\n') ? 'area' : 'text' })),
            send: async values => answer(entered(texts, index, shown.map((text, i) => values[i]))),
        });
    };
    if (requirement.type === 'confirmation') {
        return html`<p class="row"><button class="small" onClick=${() => decide(true)}>Confirm</button>
            <button class="small" onClick=${() => decide(false)}>Refuse</button></p>`;
    }
    return requirement.type === 'input' && html`<p><button class="small" onClick=${enter}>Answer…</button></p>`;
}
