import { get } from '../core/api.js';
import { html } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { setQuery } from '../core/router.js';
import { count } from '../core/words.js';
import { Busy, Problem } from '../parts/problem.js';

/** The settings of this node with the values that it uses. */
export function SettingsInForce({ query }) {
    const { data, error, reload } = useLoad(signal => get(['admin', 'settings'], {}, signal), []);
    if (!data) {
        return error ? html`<${Problem} error=${error} retry=${reload} />` : html`<${Busy} />`;
    }
    const words = (query.find ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const shown = data.items.filter(item => (!query.set || item.value !== null)
        && words.every(word => (item.name + ' ' + item.meaning).toLowerCase().includes(word)));
    return html`<section class="stack" aria-labelledby="settings-title"><h2 id="settings-title">Settings in force</h2>
        <form class="filters" onSubmit=${event => event.preventDefault()}><label class="field"><span class="name">Find</span>
                <input type="search" value=${query.find ?? ''} onInput=${event => setQuery({ find: event.target.value }, { replace: true })} /></label>
            <label class="check"><input type="checkbox" checked=${Boolean(query.set)} onChange=${event => setQuery({ set: event.target.checked }, { replace: true })} />
                <span>Only those that differ from the default</span></label></form>
        <p class="muted" role="status">${count(shown.length, 'setting')}. Change one by a system property or an environment variable, and restart the node. Secrets are masked.</p>
        <div class="table-frame" tabindex="0" role="group" aria-label="Table of settings"><table><caption class="unseen">Settings in force</caption>
            <thead><tr><th scope="col">Setting</th><th scope="col">Value</th><th scope="col">Default</th><th scope="col" class="meaning">Meaning</th></tr></thead>
            <tbody>${shown.map(item => html`<tr key=${item.name}><th scope="row" class="mono breakable">${item.name}</th>
                <td class="mono breakable">${item.value === null ? html`<span class="muted">${item.default ?? 'none'}</span>` : html`<strong>${item.value}</strong>`}</td>
                <td class="mono breakable muted">${item.default ?? 'none'}</td>
                <td class="meaning">${plain(item.meaning)} <span class="muted">Values: ${plain(item.values)}.</span></td></tr>`)}</tbody></table></div></section>`;
}

/** The marks of code are of no use outside of the documentation. */
function plain(markdown) {
    return markdown.replaceAll('`', '');
}
