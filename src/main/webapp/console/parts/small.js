import { html, useEffect, useRef, useState } from '../core/html.js';
import { ago, compact, fullTime, number } from '../core/words.js';
import { Icon } from './icon.js';
import { notify } from './notice.js';

/** How long ago something happened; the exact time appears as its title. */
export function Time({ at }) {
    return at ? html`<time datetime=${at} title=${fullTime(at)}>${ago(at)}</time>` : html`<span class="muted">–</span>`;
}

/** A number of tokens, shortened; the exact number appears as its title. */
export function Tokens({ value, unit = '' }) {
    return value === null || value === undefined
        ? html`<span class="muted">–</span>`
        : html`<span title=${number(value) + ' tokens'}>${compact(value)}${unit}</span>`;
}

/**
 * A button that copies a text.
 * @param {{text: string|function(): (string|Promise<string>), label: string, children: *}} props
 */
export function Copy({ text, label, children, class: kind = 'plain small' }) {
    return html`<button class=${kind + (children ? '' : ' icon')} title=${label} aria-label=${label}
        onClick=${() => copy(text)}>${children || html`<${Icon} name="copy" />`}</button>`;
}

/** Copies a text, or the result of a function, and says so. */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(typeof text === 'function' ? await text() : text);
        notify('Copied');
    } catch (error) {
        notify('The browser did not copy the text: ' + error.message);
    }
}

/**
 * A list of actions behind a button. The list is built when it is opened.
 * @param {{label: string, icon?: string, text?: string, kind?: string, items: Array<?{label: string, icon?: string,
 *     run?: function(), href?: string, danger?: boolean}>|function(): Array}} props empty items are left out; `'-'` is a
 *     line
 */
export function Menu({ label, icon = 'more', text, items, kind = 'plain small', side = '' }) {
    const details = useRef(null);
    const [isOpen, setOpen] = useState(false);
    useEffect(() => {
        if (!isOpen) {
            return undefined;
        }
        const close = event => {
            if (!details.current?.contains(event.target)) {
                details.current.open = false;
            }
        };
        addEventListener('pointerdown', close);
        return () => removeEventListener('pointerdown', close);
    }, [isOpen]);
    const onKey = event => {
        if (event.key === 'Escape' && details.current.open) {
            event.preventDefault();
            details.current.open = false;
            details.current.querySelector('summary').focus();
        }
    };
    const run = item => () => {
        details.current.open = false;
        item.run?.();
    };
    return html`<details class=${'menu ' + side} ref=${details} onKeyDown=${onKey} onToggle=${event => setOpen(event.target.open)}>
        <summary class=${'button ' + kind + (text ? '' : ' icon')} title=${label} aria-label=${text ? undefined : label}>
            ${text ? html`${text} <${Icon} name="down" />` : html`<${Icon} name=${icon} />`}</summary>
        ${isOpen && html`<ul>${(typeof items === 'function' ? items() : items).filter(item => item).map(item => item === '-'
            ? html`<li role="separator"><hr /></li>` : html`<li><${MenuItem} item=${item} run=${run(item)} /></li>`)}</ul>`}
    </details>`;
}

function MenuItem({ item, run }) {
    const content = html`${item.icon && html`<${Icon} name=${item.icon} />`} ${item.label}`;
    return item.href
        ? html`<a href=${item.href} onClick=${run}>${content}</a>`
        : html`<button type="button" class=${item.danger ? 'danger' : ''} onClick=${run}>${content}</button>`;
}

/** Links to parts of a page, of which one is shown. */
export function Tabs({ label, tabs }) {
    return html`<nav class="tabs" aria-label=${label}>
        ${tabs.map(tab => html`<a href=${tab.href} aria-current=${tab.current ? 'page' : undefined}>${tab.title}</a>`)}
    </nav>`;
}

/** A text that changes after the user paused typing. Returns the text in the field, its setter and the settled text. */
export function useSettled(initial, milliseconds = 250) {
    const [text, setText] = useState(initial);
    const [settled, setSettled] = useState(initial);
    useEffect(() => {
        const timer = setTimeout(() => setSettled(text), milliseconds);
        return () => clearTimeout(timer);
    }, [text]);
    return [text, setText, settled];
}

/** JSON, formatted; a text that is not JSON stays as it is. */
export function Json({ value, label = 'JSON' }) {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    return html`<pre class="json" tabindex="0" role="group" aria-label=${label}>${text}</pre>`;
}
