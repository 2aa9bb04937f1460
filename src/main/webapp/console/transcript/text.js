import { html, useState } from '../core/html.js';
import { number } from '../core/words.js';

/** Characters of a text that are shown at first; longer texts would make the page slow. */
const SHOWN = 20_000;

/** A text with its code blocks (between lines of three backticks) and `code` set in another font. */
export function Text({ text }) {
    const [all, setAll] = useState(text.length <= SHOWN);
    const shown = all ? text : text.slice(0, SHOWN);
    return html`<div class="text">${codeParts(shown).map(part => part.code === undefined
        ? html`<p>${inlineParts(part.text).map(one => one.code ? html`<code>${one.text}</code>` : one.text)}</p>`
        : html`<pre class="json" tabindex="0" role="region" aria-label=${'Code' + (part.language ? ': ' + part.language : '')}>${part.code}</pre>`)}
        ${!all && html`<button class="small" onClick=${() => setAll(true)}>Show all ${number(text.length)} characters</button>`}
    </div>`;
}

/** Divides a text at its code blocks: `[{text} | {code, language}]`. Pure. */
export function codeParts(text) {
    const parts = [];
    let at = 0;
    for (const match of text.matchAll(/^```([^\n`]*)\n([\s\S]*?)\n?^```[ \t]*$/gm)) {
        parts.push({ text: text.slice(at, match.index) }, { language: match[1].trim(), code: match[2] });
        at = match.index + match[0].length;
    }
    parts.push({ text: text.slice(at) });
    return parts.map(part => part.text === undefined ? part : { text: part.text.replace(/^\n+|\n+$/g, '') })
        .filter(part => part.text !== '');
}

/** Divides a text at `code` within a line: `[{text, code}]`. Pure. */
export function inlineParts(text) {
    return text.split(/(`[^`\n]+`)/).filter(part => part !== '').map(part =>
        part.length > 2 && part.startsWith('`') && part.endsWith('`')
            ? { text: part.slice(1, -1), code: true }
            : { text: part, code: false });
}
