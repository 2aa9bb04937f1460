import { html, useState } from '../core/html.js';
import { number } from '../core/words.js';
import { codeParts, inlineParts } from './text-parts.js';

/** Characters of a text that are shown at first; longer texts would make the page slow. */
const SHOWN = 20_000;

/** A text with its code blocks, `code`, **bold** words and headings set apart. */
export function Text({ text }) {
    const [all, setAll] = useState(text.length <= SHOWN);
    const shown = all ? text : text.slice(0, SHOWN);
    return html`<div class="text">
        ${codeParts(shown).map(part => part.code === undefined
            ? html`<p>${inlineParts(part.text).map(inline)}</p>`
            : html`<pre class="json" tabindex="0" role="group" aria-label=${'Code' + (part.language ? ': ' + part.language : '')}>${part.code}</pre>`)}
        ${!all && html`<button class="small" onClick=${() => setAll(true)}>Show all ${number(text.length)} characters</button>`}
    </div>`;
}

function inline({ text, kind }) {
    return kind === 'code' ? html`<code>${text}</code>` : kind === 'strong' ? html`<strong>${text}</strong>` : text;
}
