import { get, post, put, remove, request } from '../core/api.js';
import { html, useState } from '../core/html.js';
import { useLoad, usePages } from '../core/load.js';
import { number } from '../core/words.js';
import { Words } from '../parts/compare.js';
import { ask, confirm } from '../parts/dialog.js';
import { notify } from '../parts/notice.js';
import { Busy, Problem } from '../parts/problem.js';
import { Menu, Time } from '../parts/small.js';
import { More } from '../parts/table.js';
import { LongText } from '../parts/text.js';

/** The context blocks of a session, each with its text, versions or entries. */
export function Blocks({ session, namespace, blocks, reload }) {
    const path = ['sessions', session.id, 'context'];
    const add = async () => {
        const added = await ask({
            title: 'Add a block',
            text: 'The block becomes the last section of this session\'s prompt. It gets into the frozen prompt with the next refresh.',
            confirm: 'Add',
            fields: [{ name: 'label', label: 'Label', required: true },
                { name: 'description', label: 'Description', note: 'The model reads it in the title of the section.' },
                { name: 'content', label: 'Text', type: 'area', rows: 6 }],
            send: values => post(path, { label: values.label, description: values.description || null, content: values.content || null },
                { query: { namespace } }),
        });
        if (added) {
            notify('The block is added.');
            reload();
        }
    };
    return html`<section class="stack" aria-labelledby="blocks-title">
        <div class="row between"><h2 id="blocks-title">Blocks</h2><button class="small" onClick=${add}>Add a block</button></div>
        ${blocks.length === 0 && html`<p class="empty">The session has no context blocks. Its agent can define some, or add one here.</p>`}
        ${blocks.map(block => html`<${Block} key=${block.label} block=${block} path=${[...path, block.label]} namespace=${namespace} reload=${reload} />`)}
    </section>`;
}

function Block({ block, path, namespace, reload }) {
    const [shown, setShown] = useState(null);
    const hasEntries = block.skill || block.searchable;
    const toggle = what => setShown(shown === what ? null : what);
    return html`<article class="card stack" aria-label=${'Block ' + block.label}>
        <header><h3 class="row">${block.label}
            <span class="chip">${block.skill ? 'skills' : block.searchable ? 'search' : 'text'}</span>
            ${block.writable && html`<span class="chip">the model may write</span>`}</h3>
            <span class="row"><span class="muted">${number(block.tokens)}${block.maxTokens ? ' of ' + number(block.maxTokens) : ''} tokens</span>
            ${hasEntries
                ? html`<button class="small" aria-expanded=${shown === 'entries'} onClick=${() => toggle('entries')}>Entries</button>`
                : html`<button class="small" aria-expanded=${shown === 'versions'} onClick=${() => toggle('versions')}>Versions</button>`}
            <${Menu} label=${'Actions for the block ' + block.label} items=${[
                !hasEntries && { label: 'Edit the text', icon: 'edit', run: () => edit(block, path, namespace, reload) },
                hasEntries && { label: 'Write an entry', icon: 'plus', run: () => writeEntry(path, namespace, reload) },
                { label: 'Remove from the session', icon: 'trash', danger: true, run: () => removeBlock(block, path, namespace, reload) },
            ]} /></span></header>
        ${block.description && html`<p class="muted">${block.description}</p>`}
        <${LongText} text=${block.content} label=${'Text of the block ' + block.label} empty="No text yet." />
        ${block.loaded?.length > 0 && html`<p class="row"><span class="muted">Loaded:</span>
            ${block.loaded.map(key => html`<span class="chip on">${key}</span>`)}</p>`}
        ${shown === 'versions' && html`<${Versions} block=${block} path=${path} namespace=${namespace} reload=${reload} />`}
        ${shown === 'entries' && html`<${Entries} path=${path} namespace=${namespace} reload=${reload} />`}
    </article>`;
}

async function edit(block, path, namespace, reload) {
    const { data, etag } = await request('GET', path, { query: { namespace } });
    const saved = await ask({
        title: 'Text of ' + block.label,
        text: 'Saving creates a version; earlier ones can be restored. The frozen prompt changes with the next refresh.',
        confirm: 'Save',
        wide: true,
        fields: [{ name: 'content', label: 'Text', type: 'area', rows: 14, value: data.content }],
        // Saving over a version that somebody else has written meanwhile is refused.
        send: ({ content }) => put(path, { content }, { query: { namespace }, headers: etag ? { 'If-Match': etag } : {} }),
    });
    if (saved) {
        notify('The text is saved.');
        reload();
    }
}

async function writeEntry(path, namespace, reload, entry = {}) {
    const saved = await ask({
        title: entry.key ? 'Entry ' + entry.key : 'Write an entry',
        confirm: 'Save',
        wide: true,
        fields: [...entry.key ? [] : [{ name: 'key', label: 'Key', required: true }],
            { name: 'title', label: 'Title', value: entry.title ?? '' },
            { name: 'description', label: 'Description', value: entry.description ?? '' },
            { name: 'content', label: 'Text', type: 'area', rows: 12, value: entry.content ?? '' }],
        send: ({ key, title, description, content }) => put([...path, 'entries', entry.key ?? key],
            { title: title || null, description: description || null, content }, { query: { namespace } }),
    });
    if (saved) {
        notify('The entry is saved.');
        reload();
    }
}

async function removeBlock(block, path, namespace, reload) {
    const sent = await ask({
        title: `Remove the block ${block.label}?`,
        text: 'This session\'s prompt loses the section with the next refresh. The stored text is kept: adding a block with this label brings it back.',
        confirm: 'Remove',
        danger: true,
        fields: [],
        send: async () => {
            await remove(path, { query: { namespace } });
            return true;
        },
    });
    if (sent) {
        notify('The block is removed.');
        reload();
    }
}

/** The versions of a text, newest first; the chosen one is compared with the current text. */
function Versions({ block, path, namespace, reload }) {
    const list = usePages((cursor, signal) => get([...path, 'versions'], { namespace, limit: 20, cursor }, signal),
        [path.join('/'), namespace, block.content]);
    const [chosen, setChosen] = useState(null);
    const [error, setError] = useState(null);
    const restore = async version => {
        if (await confirm({ title: `Restore version ${version}?`, text: 'It becomes the current text, as a new version.', confirm: 'Restore' })) {
            try {
                await post([...path, 'versions'], { version }, { query: { namespace } });
                notify(`Version ${version} is restored.`);
                setChosen(null);
                reload();
            } catch (problem) {
                setError(problem);
            }
        }
    };
    const selected = list.items.find(item => item.version === chosen);
    return html`<div class="stack">
        <${Problem} error=${error} />
        ${list.items.length === 0 && (list.loading ? html`<${Busy} />` : !list.error && html`<p class="muted">No versions: nobody wrote this block yet.</p>`)}
        <ul class="row">${list.items.map((item, i) => html`<li key=${item.version}>
            <button class="small" aria-pressed=${chosen === item.version} onClick=${() => setChosen(chosen === item.version ? null : item.version)}>
                Version ${item.version}${i === 0 ? ', current' : ''} · <${Time} at=${item.createdAt} /></button></li>`)}</ul>
        <${More} list=${list} text="Older versions" />
        ${selected && html`<div class="stack"><p class="row between">
            <span>Version ${selected.version} → current: <del>removed since</del>, <ins>added since</ins></span>
            ${selected.version !== list.items[0].version && html`<button class="small" onClick=${() => restore(selected.version)}>Restore this version</button>`}</p>
            <${Words} before=${selected.content} after=${list.items[0].content} /></div>`}
    </div>`;
}

/** The documents of a skill block or the entries of a searchable one. */
function Entries({ path, namespace, reload }) {
    const list = usePages((cursor, signal) => get([...path, 'entries'], { namespace, limit: 50, cursor }, signal), [path.join('/'), namespace]);
    const [openKey, setOpenKey] = useState(null);
    return html`<div class="stack">
        ${list.items.length === 0 && (list.loading ? html`<${Busy} />` : !list.error && html`<p class="muted">No entries.</p>`)}
        <ul class="stack tight">${list.items.map(item => html`<li key=${item.key} class="stack tight">
            <p class="row"><button class="small" aria-expanded=${openKey === item.key} onClick=${() => setOpenKey(openKey === item.key ? null : item.key)}>${item.title ?? item.key}</button>
                <span class="muted grow">${item.description}</span></p>
            ${openKey === item.key && html`<${Entry} path=${path} entryKey=${item.key} namespace=${namespace} changed=${() => { list.reload(); reload(); }} />`}
        </li>`)}</ul>
        <${More} list=${list} />
    </div>`;
}

function Entry({ path, entryKey, namespace, changed }) {
    const { data, error, reload } = useLoad(signal => get([...path, 'entries', entryKey], { namespace }, signal), [entryKey]);
    const drop = async () => {
        const done = await ask({
            title: `Delete the entry ${entryKey}?`,
            text: 'There is no undo.',
            confirm: 'Delete',
            danger: true,
            fields: [],
            send: () => remove([...path, 'entries', entryKey], { query: { namespace } }).then(() => true),
        });
        if (done) {
            changed();
        }
    };
    return html`<div class="stack tight"><${Problem} error=${error} />
        ${data && html`<${LongText} text=${data.content} label=${'Text of the entry ' + entryKey} />
            <p class="row"><button class="small" onClick=${() => writeEntry(path, namespace, () => { reload(); changed(); }, data)}>Edit</button>
            <button class="small danger" onClick=${drop}>Delete</button></p>`}</div>`;
}
