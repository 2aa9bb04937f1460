import { html } from '../core/html.js';

/** Paths on a grid of 16 by 16, drawn as lines. */
const PATHS = {
    sun: 'M8 4.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4ZM8 1v1.4M8 13.6V15M1 8h1.4M13.6 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
    moon: 'M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1Z',
    auto: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 0v12M8 5h4.9M8 8h6M8 11h4.9',
    help: 'M5.8 6a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6M8 12.2v.1',
    leave: 'M6.5 2.5H3v11h3.5M7 8h6.5M11 5.5 13.5 8 11 10.5',
    copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
    check: 'm3 8.5 3.2 3.2L13 5',
    more: 'M3.5 8v.1M8 8v.1M12.5 8v.1',
    link: 'M6.8 9.2 9.2 6.8M7.5 4.5l1-1a2.8 2.8 0 0 1 4 4l-1 1M8.5 11.5l-1 1a2.8 2.8 0 0 1-4-4l1-1',
    search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm3.3 7.8L14 14',
    close: 'm4 4 8 8M12 4l-8 8',
    left: 'M10 3.5 5.5 8l4.5 4.5',
    right: 'M6 3.5 10.5 8 6 12.5',
    down: 'M3.5 6 8 10.5 12.5 6',
    fork: 'M5 6.2v3.6M5 6.2a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2Zm0 6.8a1.6 1.6 0 1 0 0-3.2A1.6 1.6 0 0 0 5 13Zm6-6.8A1.6 1.6 0 1 0 11 3a1.6 1.6 0 0 0 0 3.2Zm0 0c0 2.6-6 1.4-6 3.6',
    edit: 'm3 13 .7-2.8 7-7 2.1 2.1-7 7L3 13Z',
    trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9',
    plus: 'M8 3v10M3 8h10',
    again: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.6h-2.6',
    tree: 'M8 14V8M8 11c0-3-4-2-4-5.5M8 9.500c0-3 4-2 4-5M8 8V3',
    fold: 'M3 5h10M3 8h6M3 11h8',
    pause: 'M5.500 3.500v9M10.500 3.500v9',
    play: 'M5 3.500v9l7.500-4.500L5 3.500Z',
};

/** A small drawing without a meaning of its own: the button around it has the label. */
export function Icon({ name }) {
    return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor"
        stroke-width=${name === 'more' ? 2.2 : 1.4} stroke-linecap="round" stroke-linejoin="round"><path d=${PATHS[name]} /></svg>`;
}
