import { html, useEffect, useState } from '../core/html.js';
import { number } from '../core/words.js';
import { confirm } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { notify } from '../parts/notice.js';
import { Busy, Problem } from '../parts/problem.js';
import { Time } from '../parts/small.js';
import { Message } from './message.js';
import { readHidden, undoOverlay } from './overlays.js';
import { Text } from './text.js';
import { blocks, connectTools } from './tools.js';
import { scrollToMessage } from './use-part.js';

/**
 * A summary in place of messages: what it stands for, its text and, opened in place, the hidden messages.
 * @param {{message: object, overlay: ?object, superseded: object[], end: ?string, context: object, opened: boolean}} props
 *     `end`: id of the message that follows the summary; `opened`: whether the hidden messages are shown at first
 */
export function Summary({ message, overlay, superseded, end, context, opened, isCurrent, current }) {
    const [isOpen, setOpen] = useState(opened);
    useEffect(() => {
        if (opened) {
            setOpen(true);
        }
    }, [opened]);
    const undo = async () => {
        if (await confirm({
            title: 'Undo this compaction?',
            text: 'Readers and the model see the original messages again. The text of the summary is lost.',
            confirm: 'Undo it',
            danger: true,
        })) {
            try {
                await undoOverlay(context.session, context.namespace, overlay.id);
                notify('The compaction was undone');
                context.changed();
            } catch (error) {
                notify(error.message);
            }
        }
    };
    return html`<li class=${'message summary' + (isCurrent ? ' current' : '')} id=${'m-' + message.id} data-message=${message.id}>
        <article tabindex="-1" aria-label="Summary">
            <header>
                <button class="plain small" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>
                    <${Icon} name=${isOpen ? 'down' : 'right'} /> <span class="role">summary</span></button>
                <span class="stands-for">${overlay ? html`stands for <strong>${number(overlay.messages)} messages</strong>,
                    ${' ' + number(overlay.tokensBefore)} → ${number(overlay.tokensAfter)} tokens` : 'stands for earlier messages'}</span>
                <span class="when muted"><${Time} at=${overlay?.createdAt ?? message.createdAt} /></span>
                ${overlay && html`<button class="small" onClick=${undo}>Undo…</button>`}
            </header>
            ${blocks(message).map(block => block.kind === 'text' ? html`<${Text} text=${block.text} />` : null)}
            ${superseded.length > 0 && html`<details class="fold"><summary>${number(superseded.length)} earlier
                ${superseded.length === 1 ? ' summary' : ' summaries'}, superseded</summary>
                ${superseded.toReversed().map(old => html`<section class="superseded"><p class="fold-title">${number(old.messages)} messages,
                    ${' ' + number(old.tokensBefore)} → ${number(old.tokensAfter)} tokens, <${Time} at=${old.createdAt} /></p>
                    <${Text} text=${old.summary} /></section>`)}</details>`}
            ${isOpen && html`<${Hidden} message=${message} end=${end} context=${context} current=${current} />`}
        </article>
    </li>`;
}

/** The messages behind a summary, indented and grey, 200 at a time. */
function Hidden({ message, end, context, current }) {
    const [state, setState] = useState({ messages: [], next: message.id, busy: false, error: null });
    const more = async () => {
        setState(before => ({ ...before, busy: true, error: null }));
        try {
            const page = await readHidden(context, state.next, end);
            setState(before => ({ messages: [...before.messages, ...page.messages], next: page.next, busy: false, error: null }));
        } catch (error) {
            setState(before => ({ ...before, busy: false, error }));
        }
    };
    useEffect(() => {
        more();
    }, []);
    useEffect(() => {
        const isThere = state.messages.some(one => one.id === current);
        if (isThere) {
            scrollToMessage(document.querySelector('.messages'), current);
        } else if (current && current !== message.id && context.hidden === current && state.next && !state.busy && !state.error && state.messages.length > 0) {
            more();
        }
    }, [current, state.messages.length]);
    const tools = connectTools(state.messages);
    return html`<ol class="hidden-messages" aria-label="Messages behind the summary">
        ${state.messages.map(one => html`<${Message} key=${one.id} message=${one} tools=${tools} isHidden=${false} isCurrent=${one.id === current} context=${context}
            siblings=${context.siblings.get(one.id)} />`)}
        <${Problem} error=${state.error} retry=${more} />
        ${state.busy ? html`<li><${Busy} text="Reading what the summary hides…" /></li>`
            : state.next && !state.error && html`<li class="more"><button onClick=${more}>More hidden messages</button></li>`}
    </ol>`;
}
