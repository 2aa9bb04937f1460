import { html, useState } from '../core/html.js';
import { signIn } from '../core/token.js';
import { ApiError, problemOf } from '../core/api.js';
import { Field } from '../parts/dialog.js';
import { Problem } from '../parts/problem.js';

/** Asks for a token and checks it with a request before it is kept. */
export function SignIn() {
    const [value, setValue] = useState('');
    const [state, setState] = useState({ busy: false, error: null });
    const submit = async event => {
        event.preventDefault();
        setState({ busy: true, error: null });
        try {
            await check(value.trim());
            signIn(value.trim());
        } catch (error) {
            setState({ busy: false, error });
        }
    };
    return html`<section class="signin">
        <h1 tabindex="-1">Sign in</h1>
        <form class="card" onSubmit=${submit}>
            <${Field} label="Token" type="password" value=${value} onValue=${setValue} required code autocomplete="off"
                note="Kept in this tab only; closing the tab signs you out." />
            <${Problem} error=${state.error} />
            <div class="row end"><button class="primary" disabled=${state.busy || !value.trim()}>Sign in</button></div>
        </form>
        <div class="card stack">
            <h2>Where is the first token?</h2>
            <p>The server wrote it to a file when it started with an empty database. Its path is in the last line that the
                server prints when it starts, usually:</p>
            <pre class="json">cat ~/.coppice/token</pre>
            <p>or, in a container:</p>
            <pre class="json">docker compose exec server cat /var/lib/coppice/token</pre>
            <p class="muted">If the setting <code>COPPICE_DATA</code> names another folder, the file is there. An administrator
                makes further tokens under Admin.</p>
        </div>
    </section>`;
}

/** Throws if the server does not accept the token. A token without the right to read sessions is accepted. */
async function check(value) {
    if (!/^[\x21-\x7e]+$/.test(value)) {
        throw new ApiError({ status: 0, title: 'This is not a token', detail: 'A token has only letters, digits and '
            + 'punctuation of English. Copy it again, without the text around it.' });
    }
    let response;
    try {
        response = await fetch('/v1/sessions?limit=1', {
            headers: { Authorization: 'Bearer ' + value, Accept: 'application/json' },
            cache: 'no-store',
            credentials: 'omit',
        });
    } catch {
        throw new ApiError({ status: 0, code: 'unreachable', title: 'The server cannot be reached', detail: 'The server does not answer. Check that it runs.' });
    }
    if (!response.ok && response.status !== 403) {
        throw new ApiError(await problemOf(response));
    }
}

