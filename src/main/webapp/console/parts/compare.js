import { words } from '../core/diff.js';
import { html, useMemo } from '../core/html.js';

/** A text in which words are marked that differ from another one: removed and added words are in one text. */
export function Words({ before, after }) {
    const parts = useMemo(() => words(before, after), [before, after]);
    return html`<${Parts} parts=${parts} />`;
}

/**
 * One of two compared texts.
 * @param {{parts: object[], side?: 'before'|'after'}} props `parts`: what `words` returned; without `side`, removed and
 *     added words are in one text
 */
export function Parts({ parts, side }) {
    return html`<pre class="words" tabindex="0" role="group" aria-label="Text with its changes">${parts.map(({ kind, text }) =>
        kind === 'same' ? text
            : kind === 'removed' ? side !== 'after' && html`<del>${text}</del>`
            : side !== 'before' && html`<ins>${text}</ins>`)}</pre>`;
}

/** Two texts beside each other, with their differences marked. */
export function SideBySide({ before, after, beforeTitle, afterTitle }) {
    const parts = useMemo(() => words(before, after), [before, after]);
    return html`<div class="two-columns">
        <section class="stack"><h3>${beforeTitle}</h3><${Parts} parts=${parts} side="before" /></section>
        <section class="stack"><h3>${afterTitle}</h3><${Parts} parts=${parts} side="after" /></section>
    </div>`;
}
