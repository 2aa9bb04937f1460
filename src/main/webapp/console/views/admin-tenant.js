import { get, put } from '../core/api.js';
import { html } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { setQuery } from '../core/router.js';
import { number } from '../core/words.js';
import { ask } from '../parts/dialog.js';
import { notify, reported, undoing } from '../parts/notice.js';
import { Busy, Problem } from '../parts/problem.js';

/** Each quota: its name in the API, the name of what is used of it (null: not counted), and its label. */
const QUOTAS = [
    ['requestsPerSecond', null, 'Requests in a second, on each node'],
    ['bytesPerDay', 'bytesToday', 'Bytes of requests in a day (UTC)'],
    ['sessions', 'sessions', 'Sessions'],
    ['modelCallsPerDay', 'modelCallsToday', 'Calls of the model in a day (UTC)'],
];

const NO_QUOTAS = Object.fromEntries(QUOTAS.map(([name]) => [name, null]));

/** The quotas of a tenant, which the URL names, and what it has used. */
export function Tenant({ query }) {
    const id = query.tenant ?? 'default';
    return html`<${OneTenant} key=${id} id=${id} />`; // Another tenant begins without the quotas of this one.
}

function OneTenant({ id }) {
    const { data, error, reload } = useLoad(signal => get(['tenants', id], {}, signal), [id]);
    const isNew = error?.code === 'tenant-not-found';
    return html`<section class="card stack" aria-labelledby="tenant-title"><header><h2 id="tenant-title" class="clip">Tenant ${id}</h2>
            <button disabled=${!data && !isNew} onClick=${() => change(id, reload)}>Change the quotas</button></header>
        <${Choice} tenant=${id} />
        <${Problem} error=${data ? error : null} retry=${reload} />
        ${data ? html`<${Facts} tenant=${data} />`
            : isNew ? html`<p class="hint">There is no such tenant yet. Setting quotas creates it.</p>`
            : error ? html`<${Problem} error=${error} retry=${reload} />` : html`<${Busy} />`}
        <p class="muted">Quotas apply at once on the node that answers, on others within ten seconds.</p></section>`;
}

function Choice({ tenant }) {
    const submit = event => {
        event.preventDefault();
        setQuery({ tenant: event.target.elements.tenant.value.trim() });
    };
    return html`<form class="filters" onSubmit=${submit}><label class="field"><span class="name">Tenant</span>
        <input class="mono" name="tenant" defaultValue=${tenant} /></label><button>Show</button></form>`;
}

function Facts({ tenant: { quotas, limits, used } }) {
    return html`<div class="table-frame" tabindex="0" role="group" aria-label="Table of quotas"><table>
        <thead><tr><th scope="col">What</th><th scope="col" class="number">Used</th><th scope="col" class="number">Limit</th>
            <th scope="col">From</th></tr></thead>
        <tbody>${QUOTAS.map(([name, use, label]) => html`<tr><th scope="row">${label}</th>
            <td class="number">${use === null ? html`<span class="muted">–</span>` : number(used[use])}</td>
            <td class="number">${limits[name] === 0 ? 'none' : number(limits[name])}</td>
            <td>${quotas[name] === null ? 'the settings' : 'this tenant'}</td></tr>`)}</tbody></table></div>`;
}

/** The quotas that are stored now; null if the tenant does not exist. */
async function readQuotas(id) {
    try {
        return (await get(['tenants', id])).quotas;
    } catch (error) {
        if (error.code === 'tenant-not-found') {
            return null;
        }
        throw error;
    }
}

/** Asks for quotas and stores them. Undo leaves a tenant that did not exist without quotas. */
async function change(id, reload) {
    const read = await reported(async () => ({ quotas: await readQuotas(id) }));
    if (!read) {
        return;
    }
    const before = read.quotas;
    const store = quotas => put(['tenants', id], quotas);
    const stored = await ask({
        title: 'Quotas of the tenant ' + id,
        text: 'An empty field means the quota of the settings, 0 no limit.',
        confirm: 'Save',
        fields: QUOTAS.map(([name, , label]) => ({ name, label, type: 'number', value: before?.[name] ?? '' })),
        send: values => store(Object.fromEntries(QUOTAS.map(([name]) => [name, values[name] === '' ? null : Number(values[name])]))),
    });
    if (stored) {
        reload();
        notify('The quotas are saved.', undoing(() => store(before ?? NO_QUOTAS).then(reload)));
    }
}
