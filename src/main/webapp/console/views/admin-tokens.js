import { get, post, remove } from '../core/api.js';
import { html, useState } from '../core/html.js';
import { usePages } from '../core/load.js';
import { ask } from '../parts/dialog.js';
import { notify } from '../parts/notice.js';
import { Copy, Time } from '../parts/small.js';
import { Table } from '../parts/table.js';

const SCOPES = [['read', 'read: for reports and dashboards'], ['write', 'write: for agents; includes read'], ['admin', 'admin: manages tokens; includes write']];

/** Tokens: made, shown once, rotated and revoked. */
export function Tokens() {
    const list = usePages((cursor, signal) => get(['tokens'], { limit: 100, cursor }, signal), []);
    const [issued, setIssued] = useState(null);
    const create = async () => {
        const token = await ask({
            title: 'New token',
            text: 'Give each application a token of its own, with the least scope that it needs.',
            confirm: 'Create',
            fields: [{ name: 'name', label: 'Name', required: true, note: 'For people, to recognize the token in this list.' },
                { name: 'scope', label: 'Scope', type: 'select', options: SCOPES, value: 'write' },
                { name: 'tenant', label: 'Tenant', note: 'Empty: your own.' },
                { name: 'expires', label: 'Expires', type: 'datetime-local', note: 'Empty: never.' }],
            send: ({ name, scope, tenant, expires }) => post(['tokens'], { name, scopes: [scope],
                ...tenant ? { tenant } : {}, ...expires ? { expiresAt: new Date(expires).toISOString() } : {} }),
        });
        if (token) {
            setIssued(token);
            list.reload();
        }
    };
    const rotate = async token => {
        const next = await ask({
            title: `Rotate the token ${token.name ?? token.id}?`,
            text: 'A new token with the same name, scopes and tenant replaces it. The old one stays valid meanwhile.',
            confirm: 'Rotate',
            fields: [{ name: 'hours', label: 'Hours for which the old token stays valid', type: 'number', value: '24', required: true }],
            send: ({ hours }) => post(['tokens', token.id, 'rotate'], { overlapSeconds: Math.round(hours * 3600) }),
        });
        if (next) {
            setIssued(next);
            list.reload();
        }
    };
    const revoke = async token => {
        const done = await ask({
            title: `Revoke the token ${token.name ?? token.id}?`,
            text: 'Requests with it are refused at once on this node, within two seconds on others. There is no undo.',
            confirm: 'Revoke', danger: true, fields: [],
            send: () => remove(['tokens', token.id]).then(() => true),
        });
        if (done) {
            notify('The token is revoked.');
            list.reload();
        }
    };
    const columns = [
        { title: 'Name', cell: token => token.name ?? html`<span class="muted">no name</span>` },
        { title: 'Scopes', cell: token => token.scopes.join(', ') },
        { title: 'Tenant', cell: token => token.tenant },
        { title: 'Id', class: 'mono', cell: token => token.id },
        { title: 'Made', cell: token => html`<${Time} at=${token.createdAt} />` },
        { title: 'Last used', cell: token => html`<${Time} at=${token.lastUsedAt} />` },
        { title: 'Expires', cell: token => token.expiresAt ? html`<${Time} at=${token.expiresAt} />` : 'never' },
        { title: 'Actions', cell: token => html`<button class="small" aria-label=${`Rotate ${token.name ?? token.id}`} onClick=${() => rotate(token)}>Rotate</button>
            <button class="small danger" aria-label=${`Revoke ${token.name ?? token.id}`} onClick=${() => revoke(token)}>Revoke</button>` },
    ];
    return html`<section class="stack" aria-labelledby="tokens-title"><div class="row between"><h2 id="tokens-title">Tokens</h2>
            <button class="primary" onClick=${create}>New token</button></div>
        ${issued && html`<${Issued} token=${issued} close=${() => setIssued(null)} />`}
        <${Table} caption="Tokens of the tenant" list=${list} columns=${columns} rowKey=${token => token.id} empty="No tokens." /></section>`;
}

function Issued({ token, close }) {
    return html`<section class="card stack issued" role="status" aria-labelledby="issued-title"><header><h3 id="issued-title">The new token ${token.name}</h3>
            <button class="small" onClick=${close}>I have stored it</button></header>
        <p>This is the only time that the token is shown. The server stores only its hash.</p>
        <p class="row"><code class="secret">${token.token}</code><${Copy} text=${token.token} label="Copy the token">Copy<//></p></section>`;
}
