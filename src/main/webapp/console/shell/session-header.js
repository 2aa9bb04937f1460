import { html } from '../core/html.js';
import { format, messageUrl } from '../core/url.js';
import { count } from '../core/words.js';
import { Copy, Menu, Time, Tokens } from '../parts/small.js';
import { sessionActions } from './session-actions.js';

/** The name of a session, its actions, and its facts in one line. */
export function SessionHeader({ session, reload }) {
    const { namespace } = session;
    return html`<header class="session-header">
        <h1 tabindex="-1" class="clip" title=${session.id}>${session.name || session.id}</h1>
        <${Menu} label="Actions for the session" kind="small" text="Session" items=${() => sessionActions(session, reload)} />
        <p class="row facts-line muted">
            <span class="mono clip" title="Id of the session">${session.id}</span>
            <${Copy} text=${session.id} label="Copy the id of the session" />
            ${namespace && html`<a class="chip" href=${format(['sessions'], { namespace })}>namespace ${namespace}</a>`}
            ${session.agent && html`<a class="chip" href=${format(['sessions'], { namespace, agent: session.agent })}>agent ${session.agent}</a>`}
            ${session.userId && html`<a class="chip" href=${format(['sessions'], { namespace, userId: session.userId })}>user ${session.userId}</a>`}
            ${session.endedAt && html`<span class="chip warn">ended${session.endReason ? ': ' + session.endReason : ''}</span>`}
            ${session.parentSessionId && session.forkedAtMessageId && html`<a class="chip"
                href=${messageUrl(session.parentSessionId, namespace, session.forkedAtMessageId)}>fork of ${session.parentSessionId}</a>`}
            <span>${count(session.messageCount, 'message')}</span>
            <span><${Tokens} value=${session.tokens} /> tokens</span>
            <span>written <${Time} at=${session.updatedAt} /></span>
        </p>
    </header>`;
}
