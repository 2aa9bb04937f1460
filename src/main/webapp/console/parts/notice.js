import { html } from '../core/html.js';
import { createStore, useStore } from '../core/store.js';

const toasts = createStore([]);
const spoken = createStore('');
let lastId = 0;

/** How long a notice stays, in milliseconds; longer with a button, so that people can reach it. */
const SHORT = 4000;
const LONG = 12_000;

/** Says something to users of screen readers; nothing is visible. */
export function say(text) {
    spoken.set('');
    setTimeout(() => spoken.set(text), 50);
}

/**
 * Shows a short notice at the bottom of the page.
 * @param {string} text
 * @param {{label: string, run: function()}} [action] for example undo
 */
export function notify(text, action) {
    const id = ++lastId;
    toasts.set([...toasts.get(), { id, text, action }]);
    setTimeout(() => dismiss(id), action ? LONG : SHORT);
}

function dismiss(id) {
    toasts.set(toasts.get().filter(toast => toast.id !== id));
}

/** The place of all notices; once in a page. */
export function Notices() {
    const shown = useStore(toasts);
    const text = useStore(spoken);
    return html`
        <div class="unseen" aria-live="polite">${text}</div>
        <div class="toasts" role="status">
            ${shown.map(({ id, text: notice, action }) => html`<div class="toast" key=${id}>
                <span>${notice}</span>
                ${action && html`<button class="small" onClick=${() => { dismiss(id); action.run(); }}>${action.label}</button>`}
            </div>`)}
        </div>`;
}
