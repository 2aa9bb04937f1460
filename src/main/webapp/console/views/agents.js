import { get, remove, request } from '../core/api.js';
import { html } from '../core/html.js';
import { useShortcuts } from '../core/keys.js';
import { usePages } from '../core/load.js';
import { go } from '../core/router.js';
import { format } from '../core/url.js';
import { number } from '../core/words.js';
import { ask } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { notify, undoing } from '../parts/notice.js';
import { Time } from '../parts/small.js';
import { Table } from '../parts/table.js';
import { Agent } from './agent.js';

/** The agents of the tenant, or one of them with the definitions of its blocks. */
export default function AgentsView({ route }) {
    const { agent } = route.params;
    return agent === undefined ? html`<${List} />` : html`<${Agent} key=${agent} name=${agent} />`;
}

function List() {
    const list = usePages((cursor, signal) => get(['agents'], { limit: 50, cursor }, signal), []);
    useShortcuts('Agents', [{ keys: 'n', label: 'New agent', run: create }]);
    return html`<div class="page"><header><h1 tabindex="-1">Agents</h1>
            <button class="primary" onClick=${create}><${Icon} name="plus" /> New agent</button></header>
        <${Table} caption="Agents by name" list=${list} rowKey=${agent => agent.name} columns=${COLUMNS}
            empty=${html`<p>There is no agent yet.</p><p>An agent defines the blocks and the limits of its sessions. Sessions may name an
                agent that does not exist.</p>`} /></div>`;
}

const COLUMNS = [
    { title: 'Agent', cell: agent => html`<a data-row href=${format(['agents', agent.name])}>${agent.name}</a>
        ${agent.description && html`<span class="muted">${agent.description}</span>`}` },
    { title: 'Blocks', cell: agent => (agent.context.length === 0 ? html`<span class="muted">–</span>` : agent.context.map(block => block.label).join(', ')) },
    { title: 'Model', class: 'middle', cell: agent => agent.model ?? html`<span class="muted">–</span>` },
    { title: 'Compacted above', number: true, cell: agent => (agent.compaction.compactAfter === null ? html`<span class="muted">never</span>`
        : number(agent.compaction.compactAfter)) },
    { title: 'Sessions', cell: agent => html`<a href=${format(['sessions'], { agent: agent.name })} aria-label=${'Sessions of ' + agent.name}>show</a>` },
    { title: 'Changed', number: true, cell: agent => html`<${Time} at=${agent.updatedAt} />` },
];

async function create() {
    const created = await ask({
        title: 'New agent',
        text: 'Blocks and limits are added on its page. Sessions that name it use them from then on.',
        confirm: 'Create',
        fields: [{ name: 'name', label: 'Name', required: true, note: 'The name cannot be changed.' },
            { name: 'description', label: 'Description', note: 'For people.' }],
        send: ({ name, description }) => request('PUT', ['agents', name], { body: { description: description || null }, headers: { 'If-None-Match': '*' } }),
    });
    if (created) {
        const path = ['agents', created.data.name];
        go(path);
        notify('The agent is created.', undoing(async () => {
            await remove(path, { headers: { 'If-Match': created.etag } });
            go(['agents']);
        }));
    }
}
