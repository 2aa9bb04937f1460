import { remove, request } from '../core/api.js';
import { blockFields, blockOf, definitionOf, settingFields, settingsOf } from '../core/agent-form.js';
import { html } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { isJson, pretty } from '../core/pretty.js';
import { itemTexts, memberText } from '../core/raw-json.js';
import { go } from '../core/router.js';
import { format } from '../core/url.js';
import { count, number } from '../core/words.js';
import { ask } from '../parts/dialog.js';
import { notify, reported, undoing } from '../parts/notice.js';
import { Busy, Problem } from '../parts/problem.js';
import { Menu, Time } from '../parts/small.js';
import { LongText } from '../parts/text.js';

/** One agent: its settings, the definitions of its blocks, and what changes them. */
export function Agent({ name }) {
    const path = ['agents', name];
    const { data, error, reload } = useLoad(signal => request('GET', path, { signal }), [name]);
    if (!data) {
        return html`<div class="page"><h1 tabindex="-1" class="clip">Agent ${name}</h1>
            ${error ? html`<${Problem} error=${error} retry=${reload} />` : html`<${Busy} />`}
            <p><a href="#/agents">All agents</a></p></div>`;
    }
    const actions = agentActions(path, data, reload);
    const agent = data.data;
    return html`<div class="page"><header><h1 tabindex="-1" class="clip">Agent ${name}</h1>
            <span class="row"><button class="small" onClick=${actions.settings}>Change the settings</button>
            <${Menu} label="Actions for the agent" items=${[{ label: 'Edit as JSON…', icon: 'edit', run: actions.json },
                { label: 'Delete the agent…', icon: 'trash', danger: true, run: actions.drop }]} /></span></header>
        <p class="row"><a href="#/agents">All agents</a> <a href=${format(['sessions'], { agent: name })}>Sessions of this agent</a></p>
        <${Problem} error=${error} retry=${reload} />
        <${Settings} agent=${agent} text=${data.text} etag=${data.etag} />
        <section class="stack" aria-labelledby="blocks-title"><div class="row between"><h2 id="blocks-title">Blocks</h2>
                <button class="small" onClick=${actions.addBlock}>Add a block</button></div>
            ${agent.context.length === 0 && html`<p class="empty">The agent defines no blocks.</p>`}
            ${agent.context.map((block, i) => html`<${Block} key=${block.label} block=${block} index=${i} last=${agent.context.length - 1} actions=${actions} />`)}
        </section></div>`;
}

function Settings({ agent, text, etag }) {
    const { compaction } = agent;
    const facts = [
        ['Description', agent.description],
        ['Model', agent.model],
        ['Time to live of sessions', agent.ttlSeconds && count(agent.ttlSeconds, 'second')],
        ['Messages on a path', agent.maxMessages && number(agent.maxMessages)],
        ['Prompt', agent.cachedPrompt ? 'frozen until it is refreshed' : 'rendered for each call'],
        ['Search of past sessions', agent.searchableHistory && 'as ' + agent.searchableHistory],
        ['Token counter', agent.tokenCounter],
        ['Compaction', `${compaction.compactAfter === null ? 'never by itself' : 'above ' + count(compaction.compactAfter, 'token')
            + (compaction.compactBy === 'reported' ? ' that the client reports' : '')}, ${compaction.summarizer}, ${compaction.mode}`],
        ['Never compacted', `the first ${compaction.protectHead}, the last ${compaction.minTailMessages} messages, and the last ${count(compaction.tailTokenBudget, 'token')}`],
        ['Running summary', agent.summary && memberText(text, 'summary')],
        ['User profiles', agent.profile && memberText(text, 'profile')],
    ];
    return html`<section class="card stack" aria-labelledby="settings-title"><header><h2 id="settings-title">Settings</h2>
            <span class="muted">version ${etag.replaceAll('"', '')}, <${Time} at=${agent.updatedAt} /></span></header>
        <dl class="facts">${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value || html`<span class="muted">none</span>`}</dd>`)}</dl></section>`;
}

function Block({ block, index, last, actions }) {
    const { provider } = block;
    return html`<article class="card stack" aria-label=${'Block ' + block.label}>
        <header><h3 class="row">${block.label} <span class="chip">${provider.type}${provider.name ? ' ' + provider.name : ''}${provider.prefix ? ' ' + provider.prefix : ''}</span>
                <span class="chip">${block.scope}</span>
                ${!block.writable && html`<span class="chip">read-only for the model</span>`}
                ${block.whenChanged === 'silent' && html`<span class="chip">silent</span>`}</h3>
            <span class="row">${block.maxTokens && html`<span class="muted">at most ${count(block.maxTokens, 'token')}</span>`}
                <${Menu} label=${'Actions for the block ' + block.label} items=${[
                    { label: 'Edit…', icon: 'edit', run: () => actions.editBlock(index) },
                    index > 0 && { label: 'Move up', icon: 'left', run: () => actions.moveBlock(index, -1) },
                    index < last && { label: 'Move down', icon: 'right', run: () => actions.moveBlock(index, 1) },
                    { label: 'Remove', icon: 'trash', danger: true, run: () => actions.removeBlock(index) },
                ]} /></span></header>
        ${block.description && html`<p class="muted">${block.description}</p>`}
        ${block.content !== null && html`<${LongText} text=${block.content} label=${'Text of the block ' + block.label} />`}</article>`;
}

/** What changes an agent. Each change replaces the version that is shown, and can be undone while no other follows. */
function agentActions(path, { data: agent, text, etag }, reload) {
    const before = definitionOf(text);
    const blocks = itemTexts(memberText(text, 'context'));
    const store = (body, version) => request('PUT', path, { body, headers: version ? { 'If-Match': version } : { 'If-None-Match': '*' } });
    const undo = version => undoing(() => store(before, version).then(reload));
    const save = async (body, words) => {
        const saved = await store(body, etag);
        reload();
        notify(words, undo(saved.etag));
        return true;
    };
    const saveBlocks = (list, words) => save(definitionOf(text, { context: '[' + list.join(',') + ']' }), words);
    const attempt = work => reported(() => work);
    const askRemoval = (limit, send) => ask({ title: 'Remove messages?', confirm: 'Save', danger: true, fields: [], send,
        text: `At its next write, each session of the agent keeps only the newest ${limit} messages of its path. There is no undo for older ones.` });
    const askBlock = (title, block, send) => ask({ title, confirm: 'Save', wide: true, fields: blockFields(block),
        send: values => send(JSON.stringify(blockOf(values, block))) });
    return {
        settings: async () => {
            const changes = await ask({ title: 'Settings of ' + agent.name, confirm: 'Save', wide: true, fields: settingFields(text),
                text: 'Sessions of the agent use them from their next request on.',
                send: async values => {
                    const wanted = settingsOf(values);
                    return removesMessages(agent, wanted) ? wanted : save(definitionOf(text, wanted), 'The settings are saved.');
                } });
            if (changes && changes !== true) {
                await askRemoval(changes.maxMessages, () => save(definitionOf(text, changes), 'The settings are saved.'));
            }
        },
        json: async () => {
            const limitOf = json => memberText(json, 'maxMessages') ?? 'null';
            const wanted = await ask({ title: 'Definition of ' + agent.name, confirm: 'Save', wide: true,
                fields: [{ name: 'json', label: 'JSON', type: 'area', rows: 22, code: true, value: pretty(before) }],
                send: async ({ json }) => {
                    if (!isJson(json)) {
                        throw Object.assign(new Error('The text is not JSON.'), { title: 'Not saved' });
                    }
                    return removesMessages(agent, { maxMessages: limitOf(json) }) ? json : save(json, 'The definition is saved.');
                } });
            if (wanted && wanted !== true) {
                await askRemoval(limitOf(wanted), () => save(wanted, 'The definition is saved.'));
            }
        },
        drop: async () => {
            const done = await ask({ title: `Delete the agent ${agent.name}?`, confirm: 'Delete', danger: true, fields: [],
                text: 'Its sessions are kept; they lose its blocks and settings at their next request.',
                send: () => remove(path, { headers: { 'If-Match': etag } }).then(() => true) });
            if (done) {
                go(['agents']);
                notify('The agent is deleted.', undoing(() => store(before).then(() => go(path))));
            }
        },
        addBlock: () => askBlock('Add a block', undefined, block => saveBlocks([...blocks, block], 'The block is added.')),
        editBlock: index => askBlock('Block ' + agent.context[index].label, agent.context[index],
            block => saveBlocks(blocks.map((one, i) => (i === index ? block : one)), 'The block is saved.')),
        moveBlock: (index, step) => {
            const moved = [...blocks];
            moved.splice(index + step, 0, ...moved.splice(index, 1));
            attempt(saveBlocks(moved, 'The block is moved.'));
        },
        removeBlock: index => attempt(saveBlocks(blocks.filter((_, i) => i !== index), 'The block is removed.')),
    };
}

/** True if a change of settings lets sessions lose messages. */
function removesMessages(agent, { maxMessages }) {
    const limit = JSON.parse(maxMessages);
    return limit !== null && (agent.maxMessages === null || limit < agent.maxMessages);
}
