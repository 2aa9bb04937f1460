import { useEffect, useRef } from './html.js';
import { createStore } from './store.js';

/**
 * Keyboard shortcuts. A shortcut is one key (`j`, `?`, `ArrowDown`) or two keys after each other (`g s`). Shortcuts do
 * not work while a text field has the focus or a dialog is open, except those of fields and dialogs themselves.
 * @typedef {{keys: string, label: string, run: function(KeyboardEvent)}} Shortcut
 */

/** The groups of shortcuts that work now: `[{title, shortcuts}]`, the most specific one last. */
export const shortcutGroups = createStore([]);

/** Whether keys without a name work, that is letters, digits and signs. Remembered in this browser. */
const SETTING = 'coppice.keys';
export const hasLetterKeys = createStore(localStorage.getItem(SETTING) !== 'off');
hasLetterKeys.subscribe(isOn => localStorage.setItem(SETTING, isOn ? 'on' : 'off'));

/** Time in which the second key of a shortcut must follow, in milliseconds. */
const SECOND_KEY = 1200;

let first = null;
let firstAt = 0;

/** Makes shortcuts work while the component is shown. They may change with each rendering. */
export function useShortcuts(title, shortcuts) {
    const group = useRef({ title, shortcuts });
    group.current.title = title;
    group.current.shortcuts = shortcuts;
    useEffect(() => {
        const own = group.current;
        shortcutGroups.set([...shortcutGroups.get(), own]);
        return () => shortcutGroups.set(shortcutGroups.get().filter(other => other !== own));
    }, []);
}

/** Begins to listen for keys. */
export function startKeys() {
    addEventListener('keydown', event => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)
            || document.querySelector('dialog[open]') || (event.key.length === 1 && !hasLetterKeys.get())) {
            return;
        }
        const pair = first && event.timeStamp - firstAt < SECOND_KEY ? first + ' ' + event.key : null;
        first = null;
        const shortcut = (pair && find(pair)) || find(event.key);
        if (shortcut) {
            event.preventDefault();
            shortcut.run(event);
        } else if (begins(event.key)) {
            first = event.key;
            firstAt = event.timeStamp;
        }
    });
}

function all() {
    return shortcutGroups.get().flatMap(group => group.shortcuts).reverse();
}

function find(keys) {
    return all().find(shortcut => shortcut.keys.split(', ').includes(keys));
}

function begins(key) {
    return all().some(shortcut => shortcut.keys.startsWith(key + ' '));
}

function isTyping(target) {
    return target instanceof HTMLElement
        && (target.isContentEditable || target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select'));
}
