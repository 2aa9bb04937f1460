import { html, useEffect, useRef, useState } from '../core/html.js';
import { hasLetterKeys, shortcutGroups, useShortcuts } from '../core/keys.js';
import { go, goTo } from '../core/router.js';
import { useStore } from '../core/store.js';
import { nextTheme, theme } from '../core/theme.js';
import { signOut } from '../core/token.js';
import { Icon } from '../parts/icon.js';

const THEME_ICONS = { auto: 'auto', light: 'sun', dark: 'moon' };

/** The bar at the top: the main views, colors, help, and the end of the sign-in. */
export function TopBar({ views, route, signedIn }) {
    const [help, setHelp] = useState(false);
    const colors = useStore(theme);
    const main = views.filter(view => view.group === 'main');
    useShortcuts('Everywhere', [
        { keys: '?', label: 'Show the keys', run: () => setHelp(true) },
        { keys: '/', label: 'Search messages', run: focusSearch },
        ...main.map(view => ({ keys: view.keys, label: view.title, run: () => goTo('#' + view.path) })),
    ]);
    return html`<header class="topbar">
        <a class="brand" href="#/sessions"><img src="icon.svg" alt="" /> Coppice</a>
        ${signedIn && html`<nav aria-label="Main"><ul>
            ${main.map(view => html`<li key=${view.path}><a href=${'#' + view.path}
                aria-current=${isCurrent(view, route) ? 'page' : undefined}>${view.title}</a></li>`)}
        </ul></nav>`}
        <div class="tools">
            <button class="plain icon" onClick=${nextTheme} title=${'Colors: ' + colors}
                aria-label=${'Colors: ' + colors + '. Change.'}><${Icon} name=${THEME_ICONS[colors]} /></button>
            <button class="plain icon" onClick=${() => setHelp(true)} title="Keys (?)" aria-label="Show the keys">
                <${Icon} name="help" /></button>
            ${signedIn && html`<button class="plain icon" onClick=${signOut} title="Sign out" aria-label="Sign out">
                <${Icon} name="leave" /></button>`}
        </div>
        ${help && html`<${Help} close=${() => setHelp(false)} />`}
    </header>`;
}

function isCurrent(view, route) {
    return '/' + (route.segments[0] ?? '') === '/' + view.path.split('/')[1];
}

/** Puts the cursor into the search field of the page; if it has none, goes to the sessions, which have one. */
function focusSearch() {
    const field = document.querySelector('main input[type=search]');
    if (field) {
        field.focus();
        field.select();
    } else {
        go(['sessions'], { focus: 'search' });
    }
}

/** The list of shortcuts that work on the current page. */
function Help({ close }) {
    const dialog = useRef(null);
    const groups = useStore(shortcutGroups);
    const isOn = useStore(hasLetterKeys);
    useEffect(() => dialog.current.showModal(), []);
    return html`<dialog ref=${dialog} aria-labelledby="help-title" onClose=${close}><div class="body">
        <h2 id="help-title">Keys</h2>
        ${groups.filter(group => group.shortcuts.length > 0).map(group => html`<section class="stack">
            <h3>${group.title}</h3>
            <dl class="keys">${group.shortcuts.map(shortcut => html`
                <dt>${shortcut.keys.split(', ').map((keys, index) => html`${index > 0 && ' or '}${keys.split(' ')
                    .map(key => html`<kbd>${keyName(key)}</kbd> `)}`)}</dt>
                <dd>${shortcut.label}</dd>`)}</dl>
        </section>`)}
        <label class="check"><input type="checkbox" checked=${isOn} onChange=${event => hasLetterKeys.set(event.target.checked)} />
            <span>Letters and signs are keys; without them only keys such as Home and the arrows</span></label>
        <div class="row end"><button onClick=${() => dialog.current.close()}>Close</button></div>
    </div></dialog>`;
}

function keyName(key) {
    return { ArrowDown: '↓', ArrowUp: '↑', ArrowLeft: '←', ArrowRight: '→', ' ': 'Space' }[key] ?? key;
}

