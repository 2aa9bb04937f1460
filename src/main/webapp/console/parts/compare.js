import { words } from '../core/diff.js';
import { html, useMemo } from '../core/html.js';

/**
 * A text with the words marked in which it differs from another one.
 *
 * @param {{before: string, after: string, side?: 'before'|'after'}} props `side`: only one of the two texts is shown;
 *     without it, removed and added words are in one text
 */
export function Words({ before, after, side }) {
    const parts = useMemo(() => words(before, after), [before, after]);
    return html`<pre class="words" tabindex="0" role="group" aria-label="Text with its changes">${parts.map(({ kind, text }) =>
        kind === 'same' ? text
            : kind === 'removed' ? side !== 'after' && html`<del>${text}</del>`
            : side !== 'before' && html`<ins>${text}</ins>`)}</pre>`;
}

/** Two texts beside each other, with their differences marked. */
export function SideBySide({ before, after, beforeTitle, afterTitle }) {
    return html`<div class="two-columns">
        <section class="stack"><h3>${beforeTitle}</h3><${Words} before=${before} after=${after} side="before" /></section>
        <section class="stack"><h3>${afterTitle}</h3><${Words} before=${before} after=${after} side="after" /></section>
    </div>`;
}
