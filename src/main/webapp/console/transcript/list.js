import { Component, html, useMemo } from '../core/html.js';
import { Message } from './message.js';
import { overlayId, supersededBy } from './superseded.js';
import { Summary } from './summary.js';
import { connectTools } from './tools.js';
import { messagesOf } from './part.js';

/** The messages and summaries of a part of a path, with what is before and after it. */
export function MessageList({ part, context, overlays, siblings, current, busy }) {
    const messages = messagesOf(part);
    const tools = useMemo(() => connectTools(messages), [part]);
    const byId = useMemo(() => new Map(overlays.map(overlay => [overlay.id, overlay])), [overlays]);
    const superseded = useMemo(() => supersededBy(overlays), [overlays]);
    const follows = useMemo(() => new Map(messages.map((message, index) => [message.id, messages[index + 1]?.id ?? part.next])), [part]);
    const holds = slice => slice.messages.some(({ id }) => id === current || id === part.hiddenIn);
    if (messages.length === 0) {
        return html`<div class="empty"><p>The session has no message yet.</p></div>`;
    }
    return html`<p class="edge muted">${part.before ? (busy ? 'Reading earlier messages…' : 'Earlier messages') : 'Beginning of the session'}</p>
        <ol class="slices">
            ${part.slices.map(slice => html`<${Slice} key=${slice.key} messages=${slice.messages} tools=${tools} context=${context}
                byId=${byId} superseded=${superseded} follows=${follows} siblings=${siblings} current=${holds(slice) ? current : null} hiddenIn=${part.hiddenIn} />`)}
        </ol>
        ${part.next && html`<p class="edge muted">${busy ? 'Reading newer messages…' : 'Newer messages'}</p>`}`;
}

/** Some messages next to each other. Is rendered again only if one of its properties changes. */
class Slice extends Component {
    shouldComponentUpdate(next) {
        return Object.keys(next).some(name => next[name] !== this.props[name]);
    }

    render({ messages, tools, context, byId, superseded, follows, siblings, current, hiddenIn }) {
        return html`<li class="slice"><ol>${messages.map(message => {
            const overlay = overlayId(message);
            return overlay === null
                ? html`<${Message} key=${message.id} message=${message} tools=${tools} context=${context}
                    siblings=${siblings.get(message.id)} isCurrent=${message.id === current} />`
                : html`<${Summary} key=${message.id} message=${message} overlay=${byId.get(overlay)} context=${context}
                    superseded=${superseded.get(overlay) ?? []} end=${follows.get(message.id)} current=${current}
                    isCurrent=${message.id === current} opened=${hiddenIn === message.id} />`;
        })}</ol></li>`;
    }
}
