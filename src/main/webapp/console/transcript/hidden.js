import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../core/html.js';
import { Busy, Problem } from '../parts/problem.js';
import { Message } from './message.js';
import { readHidden, readHiddenBefore } from './overlays.js';
import { messagesOf, withNewer, withOlder } from './part.js';
import { connectTools } from './tools.js';
import { scrollToMessage } from './use-part.js';

const EMPTY = { slices: [], before: null, next: null };

/**
 * The messages behind a summary, indented and gray: from the one that the URL names, otherwise from the first one. Like
 * those of a path they are read and shown in parts, and those that are far away are dropped.
 * @param {{message: object, target: ?string, start: ?string, end: ?string, context: object, current: ?string}} props
 *     `target`: id of the hidden message that the URL names; `start`: id of the first hidden message; `end`: id of the
 *     message that follows the summary; `current`: id of the current message
 */
export function Hidden({ message, target, start, end, context, current }) {
    const [state, setState] = useState({ part: EMPTY, busy: false, error: null, retry: null });
    const list = useRef(null);
    const pinned = useRef(null);
    const shownFor = useRef(null);
    const messages = messagesOf(state.part);
    const ids = messages.map(({ id }) => id);

    /** Reads a page and adds it slice by slice; the message `pin` stays where it is. */
    const read = async (load, add, pin) => {
        setState(before => ({ ...before, busy: true, error: null }));
        try {
            for (const part of add(await load())) {
                pinned.current = placeOf(pin);
                setState(before => ({ ...before, part }));
                await new Promise(resolve => setTimeout(resolve, 0));
            }
            setState(before => ({ ...before, busy: false }));
        } catch (error) {
            setState(before => ({ ...before, busy: false, error, retry: () => read(load, add, pin) }));
        }
    };
    const beginning = from => page => withNewer({ ...EMPTY, before: from === message.id ? null : page.before }, page);
    const begin = from => read(() => readHidden(context, from, end), beginning(from));
    const again = () => read(() => readHidden(context, ids[0], end).catch(error => {
        if (error.status === 404) {
            return readHidden(context, message.id, end); // The first shown message is gone.
        }
        throw error;
    }), page => [...withNewer({ ...EMPTY, before: state.part.before && page.before }, page)].slice(-1), ids[0]);
    const earlier = () => read(() => readHiddenBefore(context, state.part.before, start), page => withOlder(state.part, page), ids[0]);
    const later = () => read(() => readHidden(context, state.part.next, end), page => withNewer(state.part, page), ids.at(-1));

    useEffect(() => {
        if (ids.length === 0 || (target && !ids.includes(target))) {
            begin(target ?? message.id);
        }
    }, [target]);
    useEffect(() => {
        if (ids.length > 0) {
            again();
        }
    }, [context.version]);
    useLayoutEffect(() => {
        restore(list.current, pinned.current);
        pinned.current = null;
        if (current && shownFor.current !== current && ids.includes(current)) {
            shownFor.current = current; // Once: afterwards the reader may have scrolled away.
            scrollToMessage(list.current.closest('.messages'), current);
        }
    }, [state.part, current]);

    const tools = useMemo(() => connectTools(messages), [state.part]);
    const hasEarlier = state.part.before !== null && ids[0] !== start;
    return html`<ol class="hidden-messages" aria-label="Messages behind the summary" ref=${list} aria-busy=${state.busy}>
        ${hasEarlier && html`<li class="more"><button disabled=${state.busy} onClick=${earlier}>Earlier hidden messages</button></li>`}
        ${messages.map(one => html`<${Message} key=${one.id} message=${one} tools=${tools} isCurrent=${one.id === current} context=${context}
            siblings=${context.siblings.get(one.id)} />`)}
        <${Problem} error=${state.error} retry=${state.retry} />
        ${state.busy ? html`<li><${Busy} text="Reading what the summary hides…" /></li>`
            : state.part.next && !state.error && html`<li class="more"><button onClick=${later}>More hidden messages</button></li>`}
    </ol>`;
}

/** A message and its distance from the top of the window. */
function placeOf(id) {
    const element = id && document.getElementById('m-' + id);
    return element ? { id, top: element.getBoundingClientRect().top } : null;
}

/** Scrolls so that a message is where it was. */
function restore(list, place) {
    const element = place && document.getElementById('m-' + place.id);
    if (list && element) {
        list.closest('.messages').scrollTop += element.getBoundingClientRect().top - place.top;
    }
}
