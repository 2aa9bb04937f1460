import { blockFields, blockOf } from '../core/agent-form.js';
import { get, post, remove, request } from '../core/api.js';
import { html, useState } from '../core/html.js';
import { useLoad, usePages } from '../core/load.js';
import { number } from '../core/words.js';
import { Words } from '../parts/compare.js';
import { ask, confirm } from '../parts/dialog.js';
import { notify, reported, undoing } from '../parts/notice.js';
import { Busy, Problem } from '../parts/problem.js';
import { Menu, Time } from '../parts/small.js';
import { More } from '../parts/table.js';
import { LongText } from '../parts/text.js';
import { removeUnanswered } from '../transcript/actions.js';

/** The context blocks of a session, each with its text, versions or entries. */
export function Blocks({ session, namespace, blocks, reload }) {
    const path = ['sessions', session.id, 'context'];
    const add = async () => {
        const added = await ask({
            title: 'Add a block',
            text: 'The block becomes the last section of this session\'s prompt. It gets into the frozen prompt with the next refresh.',
            confirm: 'Add',
            wide: true,
            fields: blockFields(),
            send: values => post(path, blockOf(values), { query: { namespace } }),
        });
        if (added) {
            reload();
            notify('The block is added.', undoing(async () => {
                await remove([...path, added.label], { query: { namespace } });
                reload();
            }));
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
    const [round, setRound] = useState(0);
    const entriesChanged = () => {
        setRound(before => before + 1);
        reload();
    };
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
                hasEntries && { label: 'Write an entry', icon: 'plus', run: () => writeEntry(path, namespace, entriesChanged) },
                { label: 'Remove from the session', icon: 'trash', danger: true, run: () => removeBlock(block, path, namespace, reload) },
            ]} /></span></header>
        ${block.description && html`<p class="muted">${block.description}</p>`}
        <${LongText} text=${block.content} label=${'Text of the block ' + block.label} empty="No text yet." />
        ${block.loaded?.length > 0 && html`<p class="row"><span class="muted">Loaded:</span>
            ${block.loaded.map(key => html`<span class="chip on">${key}</span>`)}</p>`}
        ${shown === 'versions' && html`<${Versions} block=${block} path=${path} namespace=${namespace} reload=${reload} />`}
        ${shown === 'entries' && html`<${Entries} block=${block} path=${path} namespace=${namespace} reload=${reload} round=${round} changed=${entriesChanged} />`}
    </article>`;
}

async function edit(block, path, namespace, reload) {
    const read = await reported(() => request('GET', path, { query: { namespace } }));
    if (!read) {
        return;
    }
    const store = (content, version) => request('PUT', path, { query: { namespace }, body: { content }, headers: version ? { 'If-Match': version } : {} });
    const saved = await ask({
        title: 'Text of ' + block.label,
        text: 'Saving creates a version; earlier ones can be restored. The frozen prompt changes with the next refresh.',
        confirm: 'Save',
        wide: true,
        fields: [{ name: 'content', label: 'Text', type: 'area', rows: 14, value: read.data.content }],
        // Saving over a version that somebody else has written meanwhile is refused.
        send: ({ content }) => store(content, read.etag),
    });
    if (saved) {
        reload();
        notify('The text is saved.', undoing(async () => {
            await store(read.data.content, saved.etag);
            reload();
        }));
    }
}

/** Asks for a new entry, or for another text of the one that was read. */
async function writeEntry(path, namespace, changed, read = null) {
    const entry = read?.data ?? {};
    const target = key => [...path, 'entries', key];
    const store = (key, { title, description, content }, headers) => request('PUT', target(key),
        { query: { namespace }, headers, body: { title: title || null, description: description || null, content } });
    const saved = await ask({
        title: entry.key ? 'Entry ' + entry.key : 'Write an entry',
        confirm: 'Save',
        wide: true,
        fields: [...entry.key ? [] : [{ name: 'key', label: 'Key', required: true }],
            { name: 'title', label: 'Title', value: entry.title ?? '' },
            { name: 'description', label: 'Description', value: entry.description ?? '' },
            { name: 'content', label: 'Text', type: 'area', rows: 12, value: entry.content ?? '' }],
        send: async ({ key = entry.key, ...text }) => {
            try {
                const { etag } = await store(key, text, read ? { 'If-Match': read.etag } : { 'If-None-Match': '*' });
                return { key, headers: { 'If-Match': etag } };
            } catch (error) {
                throw error.status === 412 && !read
                    ? Object.assign(new Error(`The block has an entry ${key} already. Edit that one, or choose another key.`), { title: 'Not saved', code: error.code })
                    : error;
            }
        },
    });
    if (saved) {
        changed();
        notify('The entry is saved.', undoing(async () => {
            await (read ? store(saved.key, entry, saved.headers) : remove(target(saved.key), { query: { namespace }, headers: saved.headers }));
            changed();
        }));
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
function Entries({ block, path, namespace, reload, round, changed }) {
    const list = usePages((cursor, signal) => get([...path, 'entries'], { namespace, limit: 50, cursor }, signal), [path.join('/'), namespace, round]);
    const [openKey, setOpenKey] = useState(null);
    return html`<div class="stack">
        ${list.items.length === 0 && (list.loading ? html`<${Busy} />` : !list.error && html`<p class="muted">No entries.</p>`)}
        <ul class="stack tight">${list.items.map(item => html`<li key=${item.key} class="stack tight">
            <p class="row"><button class="small" aria-expanded=${openKey === item.key} onClick=${() => setOpenKey(openKey === item.key ? null : item.key)}>${item.title ?? item.key}</button>
                <span class="muted grow">${item.description}</span>
                ${block.skill && html`<${Loading} block=${block} item=${item} path=${path} namespace=${namespace} reload=${reload} />`}</p>
            ${openKey === item.key && html`<${Entry} path=${path} entryKey=${item.key} namespace=${namespace} round=${round} changed=${changed} />`}
        </li>`)}</ul>
        <${More} list=${list} />
    </div>`;
}

/**
 * Loads a document of a skill block, or unloads it. Loaded is what a message of the conversation has as the result of the
 * model's tool, so loading appends such a message.
 */
function Loading({ block, item, path, namespace, reload }) {
    const session = path.slice(0, 2);
    const input = { label: block.label, key: item.key };
    const tool = name => post([...session, 'tools', name], input, { query: { namespace } });
    const attempt = work => () => reported(async () => {
        await work();
        reload();
    });
    const unload = attempt(async () => notify((await tool('unload_context')).result));
    const load = attempt(async () => {
        const { result } = await tool('load_context');
        const part = { type: 'tool-load_context', toolCallId: 'console-' + Math.random().toString(36).slice(2), state: 'output-available', input, output: result };
        const { appended } = await post([...session, 'messages'], { messages: [{ role: 'assistant', parts: [part] }] }, { query: { namespace } });
        notify('The document is loaded by a new message.', undoing(async () => {
            await removeUnanswered({ session: session[1], namespace }, appended[0].id);
            reload();
        }));
    });
    const askUnload = async () => await confirm({ title: `Unload ${item.key}?`, confirm: 'Unload',
        text: 'Its text is removed from the conversation. It can be loaded again.' }) && unload();
    return block.loaded?.includes(item.key)
        ? html`<span class="chip on">loaded</span><button class="small" aria-label=${'Unload ' + item.key} onClick=${askUnload}>Unload</button>`
        : html`<button class="small" aria-label=${'Load ' + item.key} onClick=${load}>Load</button>`;
}

function Entry({ path, entryKey, namespace, round, changed }) {
    const { data: read, error, reload } = useLoad(signal => request('GET', [...path, 'entries', entryKey], { query: { namespace }, signal }), [entryKey, round]);
    const drop = async () => {
        const done = await ask({
            title: `Delete the entry ${entryKey}?`,
            text: 'There is no undo.',
            confirm: 'Delete',
            danger: true,
            fields: [],
            send: () => remove([...path, 'entries', entryKey], { query: { namespace }, headers: { 'If-Match': read.etag } }).then(() => true),
        });
        if (done) {
            changed();
        }
    };
    return html`<div class="stack tight"><${Problem} error=${error} retry=${reload} />
        ${read && html`<${LongText} text=${read.data.content} label=${'Text of the entry ' + entryKey} />
            <p class="row"><button class="small" onClick=${() => writeEntry(path, namespace, changed, read)}>Edit</button>
            <button class="small danger" onClick=${drop}>Delete</button></p>`}</div>`;
}
