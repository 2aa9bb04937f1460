import { get, post } from '../core/api.js';
import { html, useState } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { messageUrl } from '../core/url.js';
import { count, number } from '../core/words.js';
import { confirm } from '../parts/dialog.js';
import { notify } from '../parts/notice.js';
import { Busy, Problem } from '../parts/problem.js';
import { Time } from '../parts/small.js';
import { LongText } from '../parts/text.js';

/** The running summary of a session: what a model has written of the conversation up to a message. */
export function RunningSummary({ session, namespace }) {
    const path = ['sessions', session.id, 'summary'];
    const { data, error, reload, set } = useLoad(signal => get(path, { namespace }, signal), [session, namespace]);
    const [state, setState] = useState({ busy: false, error: null });
    const update = async () => {
        if (!await confirm({ title: 'Update the running summary?', confirm: 'Update', text: 'The model reads what is new and writes the summary again. There is no undo.' })) {
            return;
        }
        setState({ busy: true, error: null });
        try {
            const before = data.updatedAt;
            const after = await post(path, undefined, { query: { namespace } });
            set(after);
            notify(after.updatedAt === before ? 'Nothing is new since the last summary.' : 'The summary is updated.');
            setState({ busy: false, error: null });
        } catch (problem) {
            setState({ busy: false, error: problem });
        }
    };
    return html`<section class="card stack" aria-labelledby="summary-title"><header><h2 id="summary-title" class="row">Running summary
                ${data?.summary && html`<span class=${'chip ' + (data.current ? 'on' : 'warn')}>${data.current ? 'current' : 'messages are new since'}</span>`}</h2>
            <button class="small" disabled=${state.busy || !data} onClick=${update}>${state.busy ? 'The model writes…' : 'Update now'}</button></header>
        <${Problem} error=${error} retry=${reload} /><${Problem} error=${state.error} />
        ${!data ? !error && html`<${Busy} />` : data.summary === null
            ? html`<p class="muted">There is none. A model writes one after the turns of an agent with the setting <code>summary</code>, or now.</p>`
            : html`<${LongText} text=${data.summary} label="Running summary" />
                <p class="muted">${count(data.messages, 'message')} up to ${' '}
                    <a href=${messageUrl(session.id, namespace, data.lastMessageId)}>${data.lastMessageId}</a>, ${number(data.tokens)} tokens,
                    updated <${Time} at=${data.updatedAt} /></p>`}</section>`;
}
