import { get } from '../core/api.js';
import { html } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { format, messageUrl, sessionUrl } from '../core/url.js';
import { compact, count } from '../core/words.js';
import { Copy, Menu, Time, Tokens } from '../parts/small.js';
import { sessionActions } from './session-actions.js';

/** The name of a session, its actions, and its facts in one line. `renew` builds the view below it again. */
export function SessionHeader({ session, reload, renew }) {
    const { namespace } = session;
    return html`<header class="session-header">
        <h1 tabindex="-1" class="clip" title=${session.id}>${session.name || session.id}</h1>
        <${Menu} label="Actions for the session" kind="small" text="Session" items=${() => sessionActions(session, reload, renew)} />
        <p class="row facts-line muted">
            <span class="mono clip" title="Id of the session">${session.id}</span>
            <${Copy} text=${session.id} label="Copy the id of the session" />
            ${namespace && html`<a class="chip" href=${format(['sessions'], { namespace })}>namespace ${namespace}</a>`}
            ${session.agent && html`<a class="chip" href=${format(['sessions'], { namespace, agent: session.agent })}>agent ${session.agent}</a>`}
            ${session.userId && html`<a class="chip" href=${format(['sessions'], { namespace, userId: session.userId })}>user ${session.userId}</a>`}
            ${session.endedAt && html`<span class="chip warn">ended${session.endReason ? ': ' + session.endReason : ''}</span>`}
            ${session.parentSessionId && session.forkedAtMessageId && html`<a class="chip"
                href=${messageUrl(session.parentSessionId, namespace, session.forkedAtMessageId)}>fork of ${session.parentSessionId}</a>`}
            ${session.parentSessionId && !session.forkedAtMessageId && html`<a class="chip" href=${sessionUrl(session.parentSessionId, namespace)}>begun by ${session.parentSessionId}</a>`}
            ${session.endedAt && html`<${Successor} session=${session} />`}
            <span>${count(session.messageCount, 'message')}</span>
            <span><${Tokens} value=${session.tokens} /> tokens</span>
            <${Usage} usage=${session.usage} />
            <span>written <${Time} at=${session.updatedAt} /></span>
        </p>
    </header>`;
}

/** A link to the session in which an ended one goes on. */
function Successor({ session: { id, namespace } }) {
    const { data, error } = useLoad(async signal => (await get(['sessions'], { namespace, parent: id, limit: 200 }, signal)).items
        .find(({ forkedAtMessageId }) => forkedAtMessageId === null) ?? null, [id, namespace]);
    return error ? html`<span class="chip danger">the successor cannot be read: ${error.message}</span>`
        : data && html`<a class="chip" href=${sessionUrl(data.id, namespace)}>goes on in ${data.name || data.id}</a>`;
}

/** What the model calls of the session have used so far; nothing if no client reports it. */
function Usage({ usage: { inputTokens, outputTokens, cost } }) {
    return inputTokens + outputTokens > 0 || cost > 0 ? html`<span title="Reported by the clients: input and output tokens of all model calls">used
        ${' ' + compact(inputTokens)} → ${compact(outputTokens)} tokens${cost > 0 ? `, cost ${compact(cost)}` : ''}</span>` : null;
}
