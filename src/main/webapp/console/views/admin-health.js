import { html, useEffect } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { ApiError } from '../core/api.js';
import { Busy, Problem } from '../parts/problem.js';

/** Pause between two looks, in milliseconds. */
const PAUSE = 5000;

/** The health of this node: database, search index, background tasks. */
export function Health() {
    const { data, error, reload } = useLoad(read, []);
    useEffect(() => {
        const timer = setTimeout(reload, PAUSE);
        return () => clearTimeout(timer);
    }, [data, error]);
    if (!data || error) {
        return error ? html`<${Problem} error=${error} retry=${reload} />` : html`<${Busy} />`;
    }
    const failing = data.tasks?.failing ?? [];
    return html`<section class="card stack" aria-labelledby="health-title"><header><h2 id="health-title">Health of this node</h2></header>
        <dl class="facts"><dt>Ready</dt><dd><${Mark} works=${data.status === 'UP'} yes="yes" no="no: load balancers send it no requests" /></dd>
            <dt>Database</dt><dd><${Mark} works=${data.database === 'UP'} yes="answers" no="does not answer" /></dd>
            <dt>Search index</dt><dd><${Mark} works=${data.index?.state === 'ok'} yes="up to date" no=${`${data.index?.state}, ${data.index?.lagSeconds} s behind`} /></dd>
            <dt>Background tasks</dt><dd><${Mark} works=${failing.length === 0} yes="all work" no=${`failing: ${failing.join(', ')}; the log has the reasons`} /></dd></dl>
        <p class="muted">Looked at every five seconds. The same is at <a href="/health/ready">/health/ready</a>, without a token.</p></section>`;
}

function Mark({ works, yes, no }) {
    return html`<span class=${'chip ' + (works ? 'on' : 'danger')}>${works ? yes : no}</span>`;
}

/** Reads the health, which is outside of `/v1`. A node that is not ready answers with a status of 503 and the same members. */
async function read(signal) {
    try {
        const response = await fetch('/health/ready', { signal, cache: 'no-store', credentials: 'omit' });
        return await response.json();
    } catch (error) {
        if (signal.aborted) {
            throw error;
        }
        throw new ApiError({ status: 0, code: 'unreachable', title: 'The server cannot be reached', detail: 'The server does not answer.' });
    }
}
