import { useCallback, useEffect, useLayoutEffect, useRef, useState } from '../core/html.js';
import { isAbort } from '../core/api.js';
import { showsEnd, useKeepEnd } from './keep-end.js';
import { messagesOf, withNewer, withOlder } from './part.js';
import { readGrowth, readNewer, readOlder, readPart } from './window.js';

/** Distance from an end of the list at which more is read, in pixels. */
const NEAR = 1200;

/**
 * The shown part of a path, in a scrolling list. Reads more near both ends, and keeps the visible messages where they
 * are while others are added or dropped.
 *
 * @param {object} list reference to the scrolling element
 * @param {{session: string, namespace: string, raw: boolean, leaf: ?string, message: ?string}} place
 * @param {*} version the part is read again when it changes
 * @returns {{part: ?object, error: ?Error, busy: boolean, onScroll: function(), grow: function(): Promise<number>}}
 *     `grow`: adds messages that were appended meanwhile if the end of the path is shown, without moving what is visible
 *     unless that is the end; returns their number
 */
export function usePart(list, place, version) {
    const [state, setState] = useState({ part: null, error: null, busy: true });
    const current = useRef({});
    const pinned = useRef(null);
    const { session, namespace, raw, leaf, message } = place;

    useEffect(() => {
        const controller = new AbortController();
        current.current = { controller, busy: true, part: null };
        const isShown = state.part && message && state.key === keyOf(place, version)
            && messagesOf(state.part).some(one => one.id === message);
        if (isShown) {
            current.current = { controller, busy: false, part: state.part };
            setState(before => ({ ...before, busy: false }));
            scrollToMessage(list.current, message);
        } else {
            const isAgain = state.part && state.shown === shownOf(place) && state.key !== keyOf(place, version);
            start(controller, isAgain ? visiblePlace(list.current) : null);
        }
        return () => controller.abort();
    }, [session, namespace, raw, leaf, message, version]);

    /** Reads the part; `stay` is what was visible if the same part is read again. */
    async function start(controller, stay) {
        setState(before => ({ ...before, busy: true, error: null }));
        try {
            const { part, older, newer } = await readFirst(stay, controller.signal);
            const isThere = stay && messagesOf(part).some(one => one.id === stay.id);
            pinned.current = isThere ? stay : part.hiddenIn ?? message ?? 'end';
            publish(controller, part);
            await nextFrame();
            const filled = newer ? await insert(controller, withNewer(part, newer), false) : part;
            const more = older ?? (filled.before ? await readOlder(place, filled, controller.signal) : null);
            if (more) {
                await insert(controller, withOlder(filled, more), true);
            }
            done(controller);
        } catch (error) {
            fail(controller, error);
        }
    }

    /** Reads around what was visible; if that does not exist any more, what the place says. */
    async function readFirst(stay, signal) {
        if (stay) {
            try {
                return await readPart({ ...place, message: stay.id, leaf: message ? state.part.leafId : leaf }, signal);
            } catch (error) {
                if (error.status !== 404) {
                    throw error;
                }
            }
        }
        return readPart(place, signal);
    }

    /** Shows the parts that a generator yields, one for each frame. Returns the last one. */
    async function insert(controller, parts, keepPlace) {
        let last = current.current.part;
        for (const part of parts) {
            if (controller.signal.aborted) {
                throw new DOMException('The part is no longer shown.', 'AbortError');
            }
            last = part;
            if (keepPlace) {
                pinned.current ??= visiblePlace(list.current);
            }
            publish(controller, part);
            await nextFrame();
        }
        return last;
    }

    function publish(controller, part) {
        if (!controller.signal.aborted) {
            current.current.part = part;
            setState({ part, error: null, busy: true, key: keyOf(place, version), shown: shownOf(place) });
        }
    }

    function done(controller) {
        if (!controller.signal.aborted) {
            current.current.busy = false;
            setState(before => ({ ...before, busy: false }));
        }
    }

    function fail(controller, error) {
        if (!controller.signal.aborted && !isAbort(error)) {
            current.current.busy = false;
            setState(before => ({ ...before, error, busy: false }));
        }
    }

    useLayoutEffect(() => {
        restorePlace(list.current, pinned.current);
        pinned.current = null;
    }, [state.part]);

    const noteEnd = useKeepEnd(list, state.part !== null);

    const onScroll = useCallback(async () => {
        const { part, busy, controller } = current.current;
        const element = list.current;
        noteEnd();
        if (busy || !part || !element) {
            return;
        }
        const isNearTop = element.scrollTop < NEAR && part.before !== null;
        const isNearEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR && part.next !== null;
        if (!isNearTop && !isNearEnd) {
            return;
        }
        current.current.busy = true;
        setState(before => ({ ...before, busy: true }));
        try {
            if (isNearTop) {
                await insert(controller, withOlder(part, await readOlder(place, part, controller.signal)), true);
            } else {
                await insert(controller, withNewer(part, await readNewer(place, part, controller.signal)), true);
            }
            done(controller);
        } catch (error) {
            fail(controller, error);
        }
    }, [session, namespace, raw, leaf, message, version]);

    async function grow() {
        const { part, busy, controller } = current.current;
        const last = part && messagesOf(part).at(-1);
        if (busy || !last || part.next !== null) {
            return 0;
        }
        current.current.busy = true;
        try {
            const { page, leafId, pathLength } = await readGrowth(place, part, last.id, controller.signal);
            const isAtEnd = showsEnd(list.current);
            for (const longer of withNewer({ ...part, leafId, pathLength }, page)) {
                pinned.current = isAtEnd ? 'end' : visiblePlace(list.current);
                publish(controller, longer);
                await nextFrame();
            }
            done(controller);
            return isAtEnd ? 0 : page.messages.length;
        } catch (error) {
            fail(controller, error);
            return 0;
        }
    }

    useEffect(() => {
        if (!state.busy && !state.error) {
            onScroll();
        }
    }, [state.busy, state.part]);

    return { ...state, onScroll, grow };
}

function keyOf({ session, namespace, raw, leaf }, version) {
    return JSON.stringify([session, namespace, raw, leaf ?? null, version]);
}

function shownOf(place) {
    return keyOf(place, place.message ?? null);
}

function nextFrame() {
    return new Promise(resolve => setTimeout(resolve, 0));
}

/** The first visible message and its distance from the top of the list. */
export function visiblePlace(list) {
    const top = list.getBoundingClientRect().top;
    const firstBelow = elements => [...elements].find(element => element.getBoundingClientRect().bottom > top);
    const slice = firstBelow(list.querySelectorAll(':scope > ol > li'));
    const element = slice && firstBelow(slice.querySelectorAll(':scope > ol > [data-message]'));
    return element ? { id: element.dataset.message, offset: element.getBoundingClientRect().top - top } : null;
}

/** Scrolls to the end, to a message, or so that a message is where it was. */
function restorePlace(list, place) {
    if (!list || !place) {
        return;
    }
    if (place === 'end') {
        list.scrollTop = list.scrollHeight;
    } else if (typeof place === 'string') {
        scrollToMessage(list, place);
    } else {
        const element = document.getElementById('m-' + place.id);
        if (element) {
            list.scrollTop += element.getBoundingClientRect().top - list.getBoundingClientRect().top - place.offset;
        }
    }
}

/** Scrolls so that a message begins a little below the top of the list. */
export function scrollToMessage(list, id) {
    const element = document.getElementById('m-' + id);
    if (list && element) {
        list.scrollTop += element.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 5;
    }
}
