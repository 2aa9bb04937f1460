import { Component, html } from '../core/html.js';
import { roleClass } from '../core/role.js';
import { Icon } from '../parts/icon.js';
import { Menu, Time } from '../parts/small.js';
import { Block, Folded } from './block.js';
import { otherMembers } from './blocks.js';
import { blocks, toolsChanged } from './tools.js';

/**
 * One message: its role as a thin bar and a word, its blocks, its siblings and its actions. Is rendered again only if
 * what it shows has changed, because a transcript has hundreds of them.
 */
export class Message extends Component {
    shouldComponentUpdate(next) {
        const names = ['message', 'isCurrent', 'siblings'];
        return names.some(name => next[name] !== this.props[name]) || next.context.links.key !== this.props.context.links.key
            || toolsChanged(next.message, this.props.tools, next.tools);
    }

    render({ message, tools, siblings, isCurrent, context }) {
        const others = otherMembers(message);
        const shown = blocks(message);
        const onlyResults = shown.length > 0 && shown.every(block => block.kind === 'result' && tools.called.has(block));
        const role = String(message.role ?? 'message');
        return html`<li class=${'message role-' + roleClass(role) + (isCurrent ? ' current' : '') + (onlyResults ? ' only-results' : '')}
                id=${'m-' + message.id} data-message=${message.id}>
            <article tabindex="-1" aria-label=${role + ', message ' + message.id}>
                <header>
                    <span class="role">${role}</span>
                    ${siblings && html`<${Siblings} siblings=${siblings} context=${context} />`}
                    <a class="when muted" href=${context.links.message(message.id)}
                        title=${'Link to ' + message.id}><${Time} at=${message.createdAt} /></a>
                    <${Menu} label=${'Actions for message ' + message.id} kind="plain small" items=${() => context.actions(message)} />
                </header>
                ${shown.map(block => html`<${Block} block=${block} message=${message} tools=${tools} />`)}
                ${shown.length === 0 && html`<p class="muted">(no content)</p>`}
                ${shown[0]?.kind !== 'json' && html`<${Others} members=${others} />`}
            </article>
        </li>`;
    }
}

/** Longest JSON of further members that is shown without opening it, in characters. */
const SHORT = 80;

/** Members of a message besides its content: a short line, or folded. */
function Others({ members }) {
    const entries = Object.entries(members);
    if (entries.length === 0) {
        return null;
    }
    const isShort = JSON.stringify(members).length <= SHORT && entries.every(([, value]) => value === null || typeof value !== 'object');
    return isShort
        ? html`<p class="muted others">${entries.map(([name, value]) => name + ': ' + value).join(', ')}</p>`
        : html`<${Folded} title="Other members" value=${members} />`;
}

/** `‹ 2/3 ›`: the alternatives of a message. */
function Siblings({ siblings: { index, ids, hasMore }, context }) {
    const all = ids.length + (hasMore ? '+' : '');
    const link = (at, icon, label) => ids[at] === undefined
        ? html`<button class="plain small icon" disabled aria-label=${label}><${Icon} name=${icon} /></button>`
        : html`<a class="button plain small icon" href=${context.links.message(ids[at], true)}
            aria-label=${label} title=${label}><${Icon} name=${icon} /></a>`;
    return html`<span class="siblings">${link(index - 1, 'left', 'Previous alternative')}
        <span class="number" title=${'Alternative ' + (index + 1) + ' of ' + all}>${index + 1}/${all}</span>
        ${link(index + 1, 'right', 'Next alternative')}</span>`;
}
