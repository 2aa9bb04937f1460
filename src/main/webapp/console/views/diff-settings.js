import { get, request } from '../core/api.js';
import { html } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { pretty } from '../core/pretty.js';
import { memberTexts } from '../core/raw-json.js';
import { SideBySide } from '../parts/compare.js';
import { Problem } from '../parts/problem.js';

/** Blocks and metadata of two sessions. Two branches of one session share both. */
export function Settings({ sides }) {
    if (sides.left.session === sides.right.session && sides.left.namespace === sides.right.namespace) {
        return html`<p class="muted">Both branches belong to one session, so they have the same blocks and metadata.</p>`;
    }
    return html`<${Both} sides=${sides} />`;
}

function Both({ sides }) {
    const { data, error, reload } = useLoad(signal => Promise.all([sides.left, sides.right].map(side => read(side, signal))),
        [JSON.stringify(sides)]);
    if (!data) {
        return html`<${Problem} error=${error} retry=${reload} />`;
    }
    const [left, right] = data;
    const labels = [...new Set([...left.blocks.keys(), ...right.blocks.keys()])];
    const changed = labels.filter(label => left.blocks.get(label) !== right.blocks.get(label));
    return html`<section class="stack" aria-labelledby="blocks-title"><h2 id="blocks-title">Blocks</h2>
            <p class="muted">${labels.length === 0 ? 'Neither session has context blocks.'
                : changed.length === 0 ? `All blocks are the same: ${labels.join(', ')}.`
                : `The same: ${labels.filter(label => !changed.includes(label)).join(', ') || 'none'}.`}</p>
            ${changed.map(label => html`<article class="card stack" key=${label}><h3>${label}</h3>
                <${SideBySide} before=${left.blocks.get(label) ?? ''} after=${right.blocks.get(label) ?? ''}
                    beforeTitle=${left.blocks.has(label) ? 'Left' : 'Left: no such block'}
                    afterTitle=${right.blocks.has(label) ? 'Right' : 'Right: no such block'} /></article>`)}</section>
        <section class="card stack" aria-labelledby="metadata-title"><h2 id="metadata-title">Metadata</h2>
            ${left.metadata === right.metadata
                ? html`<p class="muted">The same${left.metadata === '{}' ? ': none' : ''}.</p>`
                : html`<${SideBySide} before=${left.metadata} after=${right.metadata} beforeTitle="Left" afterTitle="Right" />`}</section>`;
}

async function read({ session, namespace }, signal) {
    const path = ['sessions', session];
    const [context, metadata] = await Promise.all([
        get([...path, 'context'], { namespace, limit: 200 }, signal),
        request('GET', [...path, 'metadata'], { query: { namespace }, signal }),
    ]);
    return {
        blocks: new Map(context.items.map(block => [block.label, block.content])),
        metadata: pretty(sorted(metadata.text)),
    };
}

/** An object with its members in alphabetical order, so that only real differences are marked. Numbers keep their digits. */
function sorted(json) {
    return '{' + memberTexts(json).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, text]) => JSON.stringify(name) + ':' + text).join(',') + '}';
}
