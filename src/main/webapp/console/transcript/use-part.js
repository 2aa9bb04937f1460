import { useCallback, useEffect, useLayoutEffect, useRef, useState } from '../core/html.js';
import { isAbort } from '../core/api.js';
import { isSamePath } from './branch.js';
import { showsEnd, useKeepEnd } from './keep-end.js';
import { messagesOf, withNewer, withOlder } from './part.js';
import { readGrowth, readLength, readNewer, readOlder, readPart } from './window.js';

/** Distance from an end of the list at which more is read, in pixels. */
const NEAR = 1200;

/**
 * The shown part of a path, in a scrolling list. Reads more near both ends, and keeps the visible messages where they
 * are while others are added or dropped.
 *
 * @param {object} list reference to the scrolling element
 * @param {{session: string, namespace: string, raw: boolean, leaf: ?string, message: ?string, latest: ?string}} place
 *     `latest`: the session's leaf
 * @param {*} version the part is read again when it changes
 * @returns {{part: ?object, readLeaf: ?string, isOfPlace: boolean, isOfVersion: boolean, isAtEnd: boolean, error: ?Error,
 *     busy: boolean, onScroll: function(), again: function(), grow: function(): Promise<number>}} `readLeaf`: the leaf
 *     of the part when it was read; `isOfPlace`: the part was read for this place; `isOfVersion`: and for this version;
 *     `isAtEnd`: the end of the path is in view; `again`: goes once more to what the place says; `grow`: see `grow`
 */
export function usePart(list, place, version) {
    const [state, setState] = useState({ part: null, error: null, busy: true });
    const [round, setRound] = useState(0);
    const [isAtEnd, setAtEnd] = useState(false);
    const current = useRef({});
    const idle = useRef([]);
    const pinned = useRef(null);
    const { session, namespace, raw, leaf, message } = place;

    useEffect(() => {
        const controller = new AbortController();
        const isOnPath = state.part && state.key === keyOf(place, version) && isSamePath(state.part, place);
        const hasFollowed = isOnPath && leaf && state.round === round && state.message === (message ?? null);
        const isShown = isOnPath && message && messagesOf(state.part).some(one => one.id === message);
        const stays = hasFollowed || isShown;
        current.current = { controller, place, version, round, busy: !stays, part: stays ? state.part : null };
        if (stays) {
            setState(before => ({ ...before, busy: false, shown: shownOf(place), message: message ?? null, round }));
            flush();
            if (!hasFollowed) {
                scrollToMessage(list.current, message);
            }
        } else {
            const isAgain = state.part && state.shown === shownOf(place) && state.key !== keyOf(place, version);
            start(controller, isAgain ? visiblePlace(list.current) : null);
        }
        return () => controller.abort();
    }, [session, namespace, raw, leaf, message, version, round]);

    /** Lets those continue who wait until nothing is being read. */
    function flush() {
        idle.current.splice(0).forEach(proceed => proceed());
    }

    /** Reads the part; `stay` is what was visible if the same part is read again. */
    async function start(controller, stay) {
        setState(before => ({ ...before, busy: true, error: null }));
        try {
            const { part, older, newer } = await readFirst(stay, controller.signal);
            const isThere = stay && messagesOf(part).some(one => one.id === stay.id);
            pinned.current = isThere ? stay : part.hiddenIn ?? message ?? 'end';
            publish(controller, part, { readLeaf: part.leafId });
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

    function publish(controller, part, more = {}) {
        if (!controller.signal.aborted) {
            current.current.part = part;
            const { place: at, ...rest } = current.current;
            setState(before => ({ ...before, part, error: null, busy: true, key: keyOf(at, rest.version), shown: shownOf(at),
                message: at.message ?? null, round: rest.round, ...more }));
        }
    }

    function done(controller) {
        if (!controller.signal.aborted) {
            current.current.busy = false;
            setState(before => ({ ...before, busy: false }));
            flush();
        }
    }

    function fail(controller, error) {
        if (!controller.signal.aborted && !isAbort(error)) {
            current.current.busy = false;
            setState(before => ({ ...before, error, busy: false }));
            flush();
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
        setAtEnd(noteEnd() && part?.next === null);
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
    }, [session, namespace, raw, leaf, message, version, round]);

    /**
     * Reads what was appended to the path meanwhile, after what is being read already. If the end of the path is in
     * memory, the messages are added, without moving what is visible unless that is the end.
     * @returns {Promise<number>} number of the messages that are not visible
     */
    async function grow() {
        while (current.current.busy) {
            await new Promise(resolve => idle.current.push(resolve));
        }
        const { part, controller } = current.current;
        if (!part || controller.signal.aborted) {
            return 0;
        }
        current.current.busy = true;
        try {
            if (part.slices.length === 0) {
                await start(controller, null);
                return 0;
            }
            const added = await (part.next === null ? growAtEnd : growFarAway)(part, controller);
            done(controller);
            return added;
        } catch (error) {
            fail(controller, error);
            return 0;
        }
    }

    async function growAtEnd(part, controller) {
        const { page, leafId, pathLength } = await readGrowth(current.current.place, part, messagesOf(part).at(-1).id, controller.signal);
        const isAtEnd = showsEnd(list.current);
        for (const longer of withNewer({ ...part, leafId, pathLength }, page)) {
            pinned.current = isAtEnd ? 'end' : visiblePlace(list.current);
            publish(controller, longer);
            await nextFrame();
        }
        return isAtEnd || showsEnd(list.current) ? 0 : page.messages.length;
    }

    /** The end of the path is not in memory: only its length changes. */
    async function growFarAway(part, controller) {
        const { leafId, pathLength } = await readLength(current.current.place, part, controller.signal);
        if (leafId !== part.leafId) {
            publish(controller, { ...part, leafId, pathLength });
        }
        return Math.max(0, pathLength - part.pathLength);
    }

    useEffect(() => {
        if (!state.busy && !state.error) {
            onScroll();
        }
    }, [state.busy, state.part]);

    const again = useCallback(() => setRound(before => before + 1), []);
    return { ...state, isOfPlace: state.shown === shownOf(place), isOfVersion: state.key === keyOf(place, version), isAtEnd, onScroll,
        again, grow };
}

function keyOf({ session, namespace, raw }, version) {
    return JSON.stringify([session, namespace, raw, version]);
}

function shownOf({ session, namespace, raw, leaf, message }) {
    return JSON.stringify([session, namespace, raw, leaf ?? null, message ?? null]);
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
