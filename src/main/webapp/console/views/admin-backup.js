import { post } from '../core/api.js';
import { html, useState } from '../core/html.js';
import { bytes } from '../core/words.js';
import { confirm } from '../parts/dialog.js';
import { Problem } from '../parts/problem.js';

const QUESTION = { title: 'Back up the database?', confirm: 'Back up',
    text: 'The server goes on working meanwhile. The oldest backups beyond the number that the settings keep are deleted.' };

/** Writes a backup of the database on the machine of the server. */
export function Backup() {
    const [state, setState] = useState({ busy: false, error: null, backup: null });
    const start = async () => {
        if (await confirm(QUESTION)) {
            setState({ busy: true, error: null, backup: null });
            try {
                setState({ busy: false, error: null, backup: await post(['admin', 'backup']) });
            } catch (error) {
                setState({ busy: false, error, backup: null });
            }
        }
    };
    const { busy, error, backup } = state;
    return html`<section class="card stack" aria-labelledby="backup-title"><header><h2 id="backup-title">Backup</h2>
            <button disabled=${busy} onClick=${start}>${busy ? 'Writing…' : 'Back up now'}</button></header>
        <p>Writes a consistent copy of the H2 database to <code>coppice.backup.directory</code> of the server. Other databases are
            backed up by their own tools.</p>
        <${Problem} error=${error} />
        ${backup && html`<p role="status">The backup <code>${backup.file}</code> is complete: ${bytes(backup.bytes)}.</p>`}</section>`;
}
