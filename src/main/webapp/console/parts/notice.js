import { html, useEffect, useRef, useState } from '../core/html.js';
import { useShortcuts } from '../core/keys.js';
import { createStore, useStore } from '../core/store.js';
import { Icon } from './icon.js';

const toasts = createStore([]);
let lastId = 0;

/** How long a notice stays, in milliseconds; longer with a button, so that people can reach it. */
const SHORT = 4000;
const LONG = 12_000;

/**
 * Shows a short notice at the bottom of the page. It stays while somebody points at it or has the focus in it.
 * @param {string} text
 * @param {{label: string, run: function()}} [action] for example undo; the key `u` runs it, too
 */
export function notify(text, action) {
    toasts.set([...toasts.get(), { id: ++lastId, text, action }]);
}

/** Runs an action that has no place of its own to show a failure. Returns its result, or null after a failure. */
export async function reported(action) {
    try {
        return await action();
    } catch (error) {
        notify(error.message);
        return null;
    }
}

/** The button of a notice that reverts a change; it reports its failure. */
export function undoing(revert) {
    return { label: 'Undo', run: () => reported(revert) };
}

function dismiss(id) {
    toasts.set(toasts.get().filter(toast => toast.id !== id));
}

/** The place of all notices; once in a page. */
export function Notices() {
    const shown = useStore(toasts);
    const last = shown.findLast(({ action }) => action);
    useShortcuts('Notices', last ? [{ keys: 'u', label: `${last.action.label}: ${last.text}`, run: () => act(last) }] : []);
    return html`<div class="toasts" role="status">${shown.map(toast => html`<${Toast} key=${toast.id} toast=${toast} />`)}</div>`;
}

function act({ id, action }) {
    dismiss(id);
    action.run();
}

function Toast({ toast }) {
    const element = useRef(null);
    const [held, setHeld] = useState({ pointer: false, focus: false });
    const hold = changes => setHeld(before => ({ ...before, ...changes }));
    const isHeld = held.pointer || held.focus;
    useEffect(() => {
        const timer = isHeld ? 0 : setTimeout(() => dismiss(toast.id), toast.action ? LONG : SHORT);
        return () => clearTimeout(timer);
    }, [isHeld]);
    const leave = done => {
        if (element.current.contains(document.activeElement)) {
            document.querySelector('main')?.focus({ preventScroll: true }); // The button that has the focus goes away.
        }
        done();
    };
    return html`<div class="toast" ref=${element} onMouseEnter=${() => hold({ pointer: true })} onMouseLeave=${() => hold({ pointer: false })}
            onFocusCapture=${() => hold({ focus: true })} onBlurCapture=${() => hold({ focus: false })}>
        <span>${toast.text}</span>
        ${toast.action && html`<button class="small action" title="u" onClick=${() => leave(() => act(toast))}>${toast.action.label}</button>`}
        <button class="plain small icon" aria-label="Close the notice" onClick=${() => leave(() => dismiss(toast.id))}><${Icon} name="close" /></button>
    </div>`;
}
