import { post } from '../core/api.js';
import { html, useState } from '../core/html.js';
import { bytes, count, number } from '../core/words.js';
import { confirm, Field } from '../parts/dialog.js';
import { downloadExport } from '../parts/download.js';
import { Problem } from '../parts/problem.js';

const NAMES = { messages: 'Messages', compactions: 'Summaries', values: 'Values and state objects', runs: 'Runs', blocks: 'Context blocks',
    agents: 'Agents', profiles: 'Profiles' };

/** Exports of all sessions or of a namespace, and imports. */
export function ImportAndExport() {
    return html`<div class="stack"><${Import} /><${Export} /></div>`;
}

function Export() {
    const [scope, setScope] = useState('all');
    const [namespace, setNamespace] = useState('');
    const [state, setState] = useState({ busy: false, error: null });
    const submit = async event => {
        event.preventDefault();
        setState({ busy: true, error: null });
        try {
            await downloadExport('export.jsonl', ['export'], { namespace: scope === 'all' ? '*' : namespace });
            setState({ busy: false, error: null });
        } catch (error) {
            setState({ busy: false, error });
        }
    };
    return html`<section class="card stack" aria-labelledby="export-title"><header><h2 id="export-title">Export sessions</h2></header>
        <p>A file of JSON Lines with the sessions and everything that belongs to them. The browser holds it until it is complete; get a large
            export with <code>GET /v1/export</code> instead.</p>
        <form class="filters" onSubmit=${submit}>
            <${Field} label="Sessions" type="select" value=${scope} onValue=${setScope} options=${[['all', 'of all namespaces'], ['one', 'of one namespace']]} />
            ${scope === 'one' && html`<${Field} label="Exported namespace" value=${namespace} onValue=${setNamespace} placeholder="the one without a name" />`}
            <button disabled=${state.busy}>${state.busy ? 'Exporting…' : 'Export'}</button></form>
        <${Problem} error=${state.error} /></section>`;
}

/** Imports a file that an export has made: checks it first, then writes what does not exist yet. */
function Import() {
    const [file, setFile] = useState(null);
    const [namespace, setNamespace] = useState('');
    const [state, setState] = useState({ busy: false, error: null, report: null });
    const send = async dryRun => {
        setState({ busy: true, error: null, report: null });
        try {
            const report = await post(['imports'], file, { query: { namespace, dryRun }, headers: { 'Content-Type': 'application/jsonl' } });
            setState({ busy: false, error: null, report });
        } catch (error) {
            setState({ busy: false, error, report: null });
        }
    };
    const submit = async event => {
        event.preventDefault();
        if (await confirm({ title: 'Import the file?', confirm: 'Import', text: `Writes the sessions of ${file.name} that do not exist yet, with all that belongs to them. There is no undo; each session can be deleted.` })) {
            send(false);
        }
    };
    return html`<section class="card stack" aria-labelledby="import-title"><header><h2 id="import-title">Import sessions</h2></header>
        <p>A file of JSON Lines that <em>Export as a file</em> of a session, or <code>GET /v1/export</code>, has made. Nothing that exists is changed,
            so the same file can be imported again after an interruption. There is no undo; the sessions can be deleted.</p>
        <form class="filters" onSubmit=${submit}>
            <label class="field"><span class="name">File</span><input type="file" accept=".jsonl,application/jsonl" required
                onChange=${event => setFile(event.target.files[0] ?? null)} /></label>
            <${Field} label="Namespace" value=${namespace} onValue=${setNamespace} placeholder="that of each session" />
            <button type="button" disabled=${!file || state.busy} onClick=${() => send(true)}>Check only</button>
            <button class="primary" disabled=${!file || state.busy}>${state.busy ? 'Importing…' : 'Import'}</button></form>
        <${Problem} error=${state.error} />
        ${state.report && html`<${Report} report=${state.report} />`}</section>`;
}

function Report({ report }) {
    const { sessions, inserted, errors } = report;
    return html`<div class="stack" role="status"><h3>${report.dryRun ? 'Checked; nothing is written' : 'Imported'}</h3>
        ${!report.complete && html`<p class="hint">The last line of the export is missing: the file is cut off.</p>`}
        <dl class="facts"><dt>Sessions</dt><dd>${number(sessions.imported)} ${report.dryRun ? 'would be imported' : 'imported'}, ${number(sessions.existing)} exist already, ${number(sessions.damaged)} damaged</dd>
            ${Object.entries(inserted).filter(([, value]) => value > 0).map(([name, value]) => html`<dt>${NAMES[name] ?? name}</dt><dd>${number(value)}</dd>`)}
            <dt>Read</dt><dd>${count(report.lines, 'line')}, ${bytes(report.bytes)}</dd></dl>
        ${errors.length > 0 && html`<h3>${count(errors.length + report.omittedErrors, 'damaged line')}</h3>
            <ul>${errors.map(error => html`<li>Line ${number(error.line)}${error.sessionId && html`, session <code>${error.sessionId}</code>`}: ${error.detail}
                ${error.pointer && html` <code>${error.pointer}</code>`}</li>`)}</ul>`}</div>`;
}
