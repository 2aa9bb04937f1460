import { html, useEffect, useState } from '../core/html.js';
import { count, number } from '../core/words.js';
import { confirm } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { notify } from '../parts/notice.js';
import { Menu, Time } from '../parts/small.js';
import { summaryActions } from './actions.js';
import { Hidden } from './hidden.js';
import { undoOverlay } from './overlays.js';
import { Text } from './text.js';
import { blocks } from './tools.js';

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
                <span class="stands-for">${overlay ? html`stands for <strong>${count(overlay.messages, 'message')}</strong>,
                    ${' ' + number(overlay.tokensBefore)} → ${number(overlay.tokensAfter)} tokens` : 'stands for earlier messages'}</span>
                <a class="when muted" href=${context.links.message(message.id)} title="Link to the summary"><${Time} at=${overlay?.createdAt ?? message.createdAt} /></a>
                ${overlay && html`<button class="small" onClick=${undo}>Undo…</button>`}
                <${Menu} label="Actions for the summary" items=${() => summaryActions(context, message)} />
            </header>
            ${blocks(message).map(block => block.kind === 'text' ? html`<${Text} text=${block.text} />` : null)}
            ${superseded.length > 0 && html`<details class="fold"><summary>${number(superseded.length)} earlier
                ${superseded.length === 1 ? ' summary' : ' summaries'}, superseded</summary>
                ${superseded.toReversed().map(old => html`<section class="superseded"><p class="fold-title">${count(old.messages, 'message')},
                    ${' ' + number(old.tokensBefore)} → ${number(old.tokensAfter)} tokens, <${Time} at=${old.createdAt} /></p>
                    <${Text} text=${old.summary} /></section>`)}</details>`}
            ${isOpen && html`<${Hidden} message=${message} target=${opened ? context.hidden : null} start=${overlay?.fromMessageId ?? null}
                end=${end} context=${context} current=${current} />`}
        </article>
    </li>`;
}

