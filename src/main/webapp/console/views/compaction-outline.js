import { get } from '../core/api.js';
import { html } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { plainText } from '../core/plain-text.js';
import { messageUrl } from '../core/url.js';
import { count } from '../core/words.js';
import { Problem } from '../parts/problem.js';

/** Longest history of which every message is drawn; of a longer one only its end. */
const SHOWN = 400;

/** The visible history with the messages shaded that a plan would hide. */
export function Outline({ plan, session, namespace, leaf }) {
    const { data, error, reload } = useLoad(signal => get(['sessions', session.id, 'history'],
        { namespace, last: SHOWN, leafId: leaf }, signal), [session, namespace, leaf]);
    if (!data) {
        return html`<${Problem} error=${error} retry=${reload} />`;
    }
    const rows = shaded(data.messages, plan);
    return html`<div class="stack tight">
        <p class="muted">${data.truncated ? `The last ${count(data.messages.length, 'visible message')}; older ones are not drawn here. ` : ''}
            Shaded messages would be hidden.</p>
        <ol class="outline" aria-label="Visible history">${rows.map(({ message, hidden }) => html`<li key=${message.id} class=${hidden ? 'hidden-soon' : ''}>
            <span class=${'who ' + message.role}>${message.role}</span>
            <a class="clip" href=${messageUrl(session.id, namespace, message.id)}>${plainText(message).slice(0, 200) || message.id}</a>
            ${hidden && html`<span class="unseen">would be hidden</span>`}</li>`)}</ol>
    </div>`;
}

/** Marks the messages from the first to the last one of the plan. If the first one is not loaded, all before the last. */
export function shaded(messages, plan) {
    const last = messages.findIndex(message => message.id === plan.toMessageId);
    const first = messages.findIndex(message => message.id === plan.fromMessageId);
    return messages.map((message, i) => ({ message, hidden: i <= last && i >= first }));
}
