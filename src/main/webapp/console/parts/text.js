import { pretty } from '../core/pretty.js';
import { html, useState } from '../core/html.js';

/** Texts with more characters are folded at first. */
const SHORT = 600;

/** A stored text as it is, in a frame; a long one is folded until somebody opens it. */
export function LongText({ text, label, empty = 'Empty' }) {
    const [isOpen, setOpen] = useState(false);
    if (text === '') {
        return html`<p class="muted">${empty}</p>`;
    }
    const isLong = text.length > SHORT;
    return html`<div class="stack tight">
        <pre class="json" tabindex="0" role="group" aria-label=${label}>${isLong && !isOpen ? text.slice(0, SHORT) + '…' : text}</pre>
        ${isLong && html`<p><button class="small" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>
            ${isOpen ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}</button></p>`}
    </div>`;
}

/** JSON text, indented; its numbers keep their digits. */
export function JsonText({ text, label }) {
    return html`<${LongText} text=${pretty(text)} label=${label} />`;
}
