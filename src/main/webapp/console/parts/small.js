import { html, useEffect, useRef, useState } from '../core/html.js';
import { ago, compact, fullTime, number, timeOf } from '../core/words.js';
import { Icon } from './icon.js';
import { notify } from './notice.js';

/** How often ages are compared with the clock, in milliseconds. */
const TICK = 10_000;

/** Ages that are compared without a pause: a transcript has hundreds of them, and scrolling must not stop. */
const AT_ONCE = 40;

const ages = new Set();
setInterval(() => compareAges([...ages]), TICK);

function compareAges(updates) {
    updates.slice(0, AT_ONCE).forEach(update => update());
    if (updates.length > AT_ONCE) {
        setTimeout(() => compareAges(updates.slice(AT_ONCE)));
    }
}

/** How long ago something happened, also while the page stays open; the exact time appears as its title. */
export function Time({ at }) {
    const [, setAge] = useState('');
    useEffect(() => {
        const update = () => setAge(ago(at));
        ages.add(update);
        return () => ages.delete(update);
    }, [at]);
    return Number.isNaN(timeOf(at)) ? html`<span class="muted" title=${String(at ?? '')}>–</span>`
        : html`<time datetime=${String(at)} title=${fullTime(at)}>${ago(at)}</time>`;
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
        await write(typeof text === 'function' ? await text() : text);
        notify('Copied');
    } catch (error) {
        notify('The browser did not copy the text: ' + error.message);
    }
}

/** Browsers have `navigator.clipboard` only on pages that came over https or from this computer. */
async function write(text) {
    if (navigator.clipboard) {
        await navigator.clipboard.writeText(text);
        return;
    }
    const before = document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'unseen';
    // Outside of an open dialog nothing can be selected.
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    before?.focus();
    if (!isCopied) {
        throw new Error('it allows that only on pages that come over https. Select the text and copy it by hand.');
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
        // At the end of a scrolling list the menu would be cut off.
        details.current.querySelector('ul')?.scrollIntoView({ block: 'nearest' });
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
        details.current.querySelector('summary').focus(); // A dialog gives the focus back to what had it before.
        item.run?.();
    };
    return html`<details class=${'menu ' + side} ref=${details} onKeyDown=${onKey} onToggle=${event => setOpen(event.target.open)}>
        <summary class=${'button ' + kind + (text ? '' : ' icon')} title=${label} aria-label=${text ? undefined : label}>
            ${text ? html`${text} <${Icon} name="down" />` : html`<${Icon} name=${icon} />`}</summary>
        ${isOpen && html`<ul>${(typeof items === 'function' ? items() : items).filter(item => item).map(item => item === '-'
            ? html`<li><hr /></li>` : html`<li><${MenuItem} item=${item} run=${run(item)} /></li>`)}</ul>`}
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

/** Returns a text as it was when the user last paused typing. */
export function useSettled(text, milliseconds = 250) {
    const [settled, setSettled] = useState(text);
    useEffect(() => {
        const timer = setTimeout(() => setSettled(text), milliseconds);
        return () => clearTimeout(timer);
    }, [text]);
    return settled;
}

/**
 * The text of a field that changes a value of the URL. It follows the URL, for example after Back, unless the change was
 * its own: somebody may have typed on meanwhile.
 * @returns {[string, function(string), function(string)]} the text, its setter, and what to call with a value that is
 *     written into the URL
 */
export function useUrlText(value) {
    const [text, setText] = useState(value);
    const own = useRef(value);
    useEffect(() => {
        if (value !== own.current) {
            own.current = value;
            setText(value);
        }
    }, [value]);
    return [text, setText, written => {
        own.current = written;
    }];
}

/** JSON, formatted; a text that is not JSON stays as it is. */
export function Json({ value, label = 'JSON' }) {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    return html`<pre class="json" tabindex="0" role="group" aria-label=${label}>${text}</pre>`;
}
