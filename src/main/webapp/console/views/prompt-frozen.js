import { post } from '../core/api.js';
import { html, useState } from '../core/html.js';
import { SideBySide } from '../parts/compare.js';
import { confirm } from '../parts/dialog.js';
import { notify } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { Copy } from '../parts/small.js';

/** The frozen prompt beside what a refresh would store now; the current prompt if the agent's is never frozen. */
export function Frozen({ session, namespace, preview, freezes, reload }) {
    return freezes
        ? html`<${Comparison} session=${session} namespace=${namespace} preview=${preview} reload=${reload} />`
        : html`<section class="card stack" aria-labelledby="frozen-title">
            <header><h2 id="frozen-title">Prompt</h2><span class="row"><span class="chip">never frozen</span>
                <${Copy} text=${preview.prompt} label="Copy the prompt" /></span></header>
            <p class="muted">The agent of this session has <code>cachedPrompt: false</code>: each model call gets the blocks
                as they are then.</p>
            <${Prompt} text=${preview.prompt} /></section>`;
}

function Prompt({ text }) {
    return text === '' ? html`<p class="empty">This session has no context blocks, so its prompt is empty.</p>`
        : html`<pre class="words" tabindex="0" role="group" aria-label="Prompt">${text}</pre>`;
}

function Comparison({ session, namespace, preview, reload }) {
    const [error, setError] = useState(null);
    const { frozen, prompt, stale } = preview;
    const refresh = async () => {
        const sure = await confirm(frozen === null ? {
            title: 'Freeze the prompt?',
            text: 'From then on, changes of blocks reach the model by reminders only, until the prompt is refreshed. Normally the first '
                + 'model call freezes it. There is no undo.',
            confirm: 'Freeze',
        } : {
            title: 'Refresh the prompt?',
            text: 'The next model call gets the new text. The provider has to read the whole conversation again, because '
                + 'its prompt cache begins with the old one. There is no undo.',
            confirm: 'Refresh',
        });
        if (sure) {
            try {
                setError(null);
                await post(['sessions', session.id, 'prompt', 'refresh'], undefined, { query: { namespace } });
                notify('The prompt is refreshed.');
                reload();
            } catch (problem) {
                setError(problem);
            }
        }
    };
    return html`<section class="card stack" aria-labelledby="frozen-title">
        <header><h2 id="frozen-title">Frozen prompt</h2><span class="row">
            ${frozen === null ? html`<span class="chip">not frozen yet</span>`
                : frozen === prompt ? html`<span class="chip on">current</span>`
                : html`<span class="chip warn">${stale ? 'stale' : 'differs in silent blocks only'}</span>`}
            <${Copy} text=${frozen ?? prompt} label="Copy the prompt" />
            <button class="small" onClick=${refresh}>${frozen === null ? 'Freeze now' : 'Refresh'}</button></span></header>
        <${Problem} error=${error} />
        ${frozen === null && html`<p class="muted">No model call has read the prompt yet. The first one freezes it, so that
            the provider's prompt cache stays valid. This is what it would be now:</p>`}
        ${frozen === null || frozen === prompt
            ? html`<${Prompt} text=${prompt} />`
            : html`<${SideBySide} before=${frozen} after=${prompt} beforeTitle="Frozen" afterTitle="Would be now" />`}
    </section>`;
}
