import { createStore } from './store.js';

/** The colors: `light`, `dark`, or `auto` (those of the system). Remembered in this browser. */
const NAME = 'coppice.theme';
const THEMES = ['auto', 'light', 'dark'];

export const theme = createStore(THEMES.includes(localStorage.getItem(NAME)) ? localStorage.getItem(NAME) : 'auto');

apply(theme.get());
theme.subscribe(value => {
    localStorage.setItem(NAME, value);
    apply(value);
});

/** Changes to the next theme. */
export function nextTheme() {
    theme.set(THEMES[(THEMES.indexOf(theme.get()) + 1) % THEMES.length]);
}

function apply(value) {
    document.documentElement.dataset.theme = value;
}
