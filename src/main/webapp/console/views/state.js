import { get, remove, request } from '../core/api.js';
import { html, useState } from '../core/html.js';
import { useLoad, usePages } from '../core/load.js';
import { isJson, pretty } from '../core/pretty.js';
import { itemTexts } from '../core/raw-json.js';
import { bytes, count } from '../core/words.js';
import { ask } from '../parts/dialog.js';
import { notify, undoing } from '../parts/notice.js';
import { Busy, Problem } from '../parts/problem.js';
import { Copy, Time } from '../parts/small.js';
import { More } from '../parts/table.js';
import { JsonText } from '../parts/text.js';
import { SessionRuns } from './state-runs.js';

/** Items of a list that are shown at first: its last ones. */
const LAST_ITEMS = 20;

/** View 9 in a session: its runs, its state object and its values. */
export default function StateView({ route, session, namespace }) {
    return html`<div class="stack">
        <${SessionRuns} session=${session} namespace=${namespace} chosen=${route.query.run} />
        <${StateObject} path=${['sessions', session.id, 'state']} namespace=${namespace} />
        <${Values} session=${session} namespace=${namespace} />
    </div>`;
}

/** Reads a resource with its text as it was sent, so that numbers keep their digits. */
async function readText(path, query, signal) {
    const { text, etag } = await request('GET', path, { query, signal });
    return { text, etag };
}

function checkJson(text) {
    if (!isJson(text)) {
        throw Object.assign(new Error('The text is not JSON. Texts need quotes, names of members too.'), { title: 'Not saved' });
    }
}

/** Asks for JSON, and stores it if the version is still the one that was read. Undo restores that one. */
async function editJson({ title, path, namespace, text, etag, key, changed }) {
    const store = (target, json, headers) => request('PUT', target, { query: { namespace }, body: json, headers });
    const saved = await ask({
        title,
        text: etag ? 'If somebody else saves meanwhile, your text is not stored.' : '',
        confirm: 'Save',
        wide: true,
        fields: [...key === '' ? [{ name: 'key', label: 'Key', required: true }] : [],
            { name: 'json', label: 'JSON', type: 'area', rows: 16, code: true, value: pretty(text) }],
        send: async values => {
            checkJson(values.json);
            const target = key === '' ? [...path, values.key] : path;
            const answer = await store(target, values.json, etag ? { 'If-Match': etag } : { 'If-None-Match': '*' });
            return { target, headers: { 'If-Match': answer.etag } };
        },
    });
    if (saved) {
        changed();
        notify('Saved.', undoing(async () => {
            await (etag ? store(path, text, saved.headers) : remove(saved.target, { query: { namespace }, headers: saved.headers }));
            changed();
        }));
    }
}

/** Asks for an item, and appends it to a list. Undo removes it while it is the last change. */
async function appendItem({ title, path, namespace, changed }) {
    const answer = await ask({
        title,
        confirm: 'Append',
        wide: true,
        fields: [{ name: 'json', label: 'Item as JSON', type: 'area', rows: 10, code: true, required: true }],
        send: ({ json }) => {
            checkJson(json);
            return request('POST', [...path, 'items'], { query: { namespace }, body: '{"items":[' + json + ']}' });
        },
    });
    if (answer) {
        changed();
        notify('The item is appended.', undoing(async () => {
            const { text } = await request('GET', path, { query: { namespace } });
            await request('PUT', path, { query: { namespace }, headers: { 'If-Match': answer.etag },
                body: '[' + itemTexts(text).slice(0, -1).join(',') + ']' });
            changed();
        }));
    }
}

function StateObject({ path, namespace }) {
    const { data, error, reload } = useLoad(signal => readText(path, { namespace }, signal), [path.join('/'), namespace]);
    const edit = () => editJson({ title: 'State object', path, namespace, text: data.text, etag: data.etag, changed: reload });
    return html`<section class="card stack" aria-labelledby="state-title"><header><h2 id="state-title">State object</h2>
            ${data && html`<span class="row">${data.etag && html`<span class="muted">version ${data.etag.replaceAll('"', '')}</span>`}
                <${Copy} text=${data.text} label="Copy the state object" /><button class="small" onClick=${edit}>Edit</button></span>`}</header>
        <${Problem} error=${error} retry=${reload} />
        ${data ? html`<${JsonText} text=${data.text} label="State object" />` : !error && html`<${Busy} />`}</section>`;
}

function Values({ session, namespace }) {
    const path = ['sessions', session.id, 'values'];
    const list = usePages((cursor, signal) => get(path, { namespace, limit: 50, cursor }, signal), [session.id, namespace]);
    const add = () => editJson({ title: 'New value', path, namespace, text: '{}', key: '', changed: list.reload });
    return html`<section class="stack" aria-labelledby="values-title"><div class="row between"><h2 id="values-title">Values</h2>
            <button class="small" onClick=${add}>New value</button></div>
        ${list.items.length === 0 && (list.loading ? html`<${Busy} />` : !list.error && html`<p class="empty">The session stores no values.</p>`)}
        ${list.items.map(info => html`<${Value} key=${info.key} info=${info} path=${[...path, info.key]} namespace=${namespace} changed=${list.reload} />`)}
        <${More} list=${list} /></section>`;
}

function Value({ info, path, namespace, changed }) {
    const [isOpen, setOpen] = useState(false);
    const isList = info.kind === 'list';
    return html`<article class="card stack" aria-label=${'Value ' + info.key}>
        <header><h3 class="row"><button class="plain small mono" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>${info.key}</button>
            <span class="chip">${isList ? count(info.count, 'item') : 'single value'}</span></h3>
            <span class="muted">${bytes(info.bytes)}, version ${info.version}, <${Time} at=${info.updatedAt} /></span></header>
        ${isOpen && html`<${ValueContent} info=${info} path=${path} namespace=${namespace} changed=${changed} />`}</article>`;
}

function ValueContent({ info, path, namespace, changed }) {
    const [all, setAll] = useState(info.kind !== 'list' || info.count <= LAST_ITEMS);
    const { data, error, reload } = useLoad(async signal => (all
        ? readText(path, { namespace }, signal)
        : readText([...path, 'items'], { namespace, last: LAST_ITEMS }, signal)), [all, info.version]);
    const edit = () => editJson({ title: 'Value ' + info.key, path, namespace, text: data.text, etag: data.etag, changed });
    const append = () => appendItem({ title: 'Append an item to ' + info.key, path, namespace, changed });
    const drop = async () => {
        const done = await ask({
            title: `Delete the value ${info.key}?`, text: 'There is no undo.', confirm: 'Delete', danger: true, fields: [],
            send: () => remove(path, { query: { namespace }, headers: { 'If-Match': `"${info.version}"` } }).then(() => true),
        });
        if (done) {
            changed();
        }
    };
    return html`<${Problem} error=${error} retry=${reload} />
        ${!data ? !error && html`<${Busy} />` : html`
            ${!all && html`<p class="row"><span class="muted">The last ${count(LAST_ITEMS, 'item')}.</span>
                <button class="small" onClick=${() => setAll(true)}>Show all ${count(info.count, 'item')}</button></p>`}
            <${JsonText} text=${data.text} label=${'Value ' + info.key} />
            <p class="row"><button class="small" disabled=${!all} onClick=${edit}>Edit</button>
                ${info.kind === 'list' && html`<button class="small" onClick=${append}>Append an item</button>`}
                <${Copy} text=${data.text} label="Copy the value">Copy<//><button class="small danger" onClick=${drop}>Delete</button></p>`}`;
}
