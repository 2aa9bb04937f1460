import { post } from '../core/api.js';
import { html, useState } from '../core/html.js';
import { SideBySide } from '../parts/compare.js';
import { confirm } from '../parts/dialog.js';
import { notify } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { Copy } from '../parts/small.js';

/** The frozen prompt beside what a refresh would store now. */
export function Frozen({ session, namespace, preview, reload }) {
    const [error, setError] = useState(null);
    const { frozen, prompt, stale } = preview;
    const refresh = async () => {
        const sure = frozen === null || await confirm({
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
        ${prompt === '' && !frozen ? html`<p class="empty">This session has no context blocks, so its prompt is empty.</p>`
            : frozen === null || frozen === prompt
                ? html`<pre class="words" tabindex="0" role="group" aria-label="Prompt">${prompt}</pre>`
                : html`<${SideBySide} before=${frozen} after=${prompt} beforeTitle="Frozen" afterTitle="Would be now" />`}
    </section>`;
}
