import { html } from '../core/html.js';

/**
 * Shows an error of the API: what is wrong, where, and its stable code.
 * @param {{error: ?Error, retry: function()}} props nothing is shown without an error; `retry` adds a button
 */
export function Problem({ error, retry }) {
    if (!error) {
        return null;
    }
    return html`<section class="problem" role="alert">
        <h2>${error.title || 'Something went wrong'}</h2>
        <p>${error.message}</p>
        ${error.errors?.length > 0 && html`<ul>
            ${error.errors.map(({ pointer, detail }) => html`<li><code>${pointer}</code> ${detail}</li>`)}
        </ul>`}
        <div class="row between">
            ${error.code ? html`<small class="muted">Code: <code>${error.code}</code></small>` : html`<span />`}
            ${retry && html`<button class="small" onClick=${retry}>Try again</button>`}
        </div>
    </section>`;
}

/** Says that something is being loaded. */
export function Busy({ text = 'Loading…' }) {
    return html`<p class="busy" role="status">${text}</p>`;
}
